-- Where a deposit was asked for: a start that is taken up later keeps the place it began with. Of older ones nothing is known.
ALTER TABLE deposit
  ADD COLUMN country text CHECK (country ~ '^[A-Z]{2}$'),
  -- ISO 3166-2:NG without `NG-`.
  ADD COLUMN region  text CHECK (region ~ '^[A-Z]{2}$');
