-- Texts that the team uses again. A change is a further version, and one without a text ends the template.
-- min_reader: 93
CREATE TABLE support_template (
  template_id text NOT NULL,
  version     integer NOT NULL CHECK (version > 0),
  name        text NOT NULL CHECK (char_length(name) BETWEEN 2 AND 60),
  text        text CHECK (char_length(text) BETWEEN 2 AND 2000),
  written_by  text NOT NULL REFERENCES player (user_id),
  at          timestamptz NOT NULL,
  PRIMARY KEY (template_id, version)
);
CREATE TRIGGER support_template_is_history BEFORE UPDATE OR DELETE ON support_template FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER support_template_not_emptied BEFORE TRUNCATE ON support_template FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
