/**
 * The most common words in published lists of leaked passwords, and words that Nigerian players are likely to choose.
 * `common-passwords.ts` removes digits and signs around a word before it looks the word up.
 */
const WORDS = `
password passwort passw0rd pass passme passcode letmein welcome admin administrator root login user guest test testing
tester default changeme secret master access system server computer internet internett google facebook instagram
twitter whatsapp youtube yahoo gmail hotmail microsoft windows samsung iphone android nokia tecno infinix itel airtel
glomobile mtnonline qwerty qwertyu qwertz azerty asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc qweasd
qweasdzxc qweqwe asdasd zxczxc qwaszx onetwothree abc abcd abcde abcdef iloveyou iloveu loveyou lovely lover love
loveme mylove truelove forever sweetheart sweety sweetie sweet darling honey baby babygirl babyboy princess prince
queen king kingdom angel angels beautiful beauty pretty gorgeous handsome cutie kitty sunshine rainbow butterfly
flower flowers rose roses lovehim loveher loveyouforever happy happiness smile smiles friend friends bestfriend
friendship family mother father mummy mommy daddy mama papa brother sister grandma grandpa cousin husband wife jesus
jesuschrist jesussaves jesusislord jesuslovesme christ christian god godisgood godislove godisgreat godislord godfirst
mygod thankgod godswill godsgrace gracious grace mercy blessing blessed bless favour favor glory hallelujah amen
praise praisegod worship faith hope peace joy victory testimony miracle miracles holyspirit heaven church bible allah
allahuakbar alhamdulillah bismillah mashallah inshallah muhammad mohammed ramadan nigeria nigerian naija ninja lagos
abuja ibadan kano enugu portharcourt benin benincity calabar warri owerri jos kaduna africa african ghana yoruba hausa
igbo biafra oduduwa supereagles jollof suya egusi okocha kanu osimhen blessing1 chioma chinedu chidi chika emeka ngozi
ifeanyi obinna uche nnamdi kelechi amaka adaeze oluwaseun oluwa olamide tunde bola segun femi kunle tolu tobi temitope
ayomide ayodele folake funmi yetunde bukola aisha fatima ibrahim musa abubakar aminu halima zainab emmanuel samuel
david daniel joseph michael john james peter paul matthew mark luke stephen joshua elijah isaac jacob moses solomon
gabriel victor williams william robert richard thomas charles george andrew anthony christopher jonathan benjamin
alexander nicholas patrick kenneth jessica jennifer ashley amanda nicole michelle elizabeth sarah rebecca rachel
hannah esther ruth mary deborah precious favour1 promise success goodluck destiny fortune patience comfort charity
goodness gift wisdom miriam stephanie samantha danielle maria alex charlie jordan taylor hunter andrea joshua1 matrix
merlin michael1 justin harley ranger thomas1 robert1 buster tigger soccer football footballer baseball basketball
hockey tennis cricket golf golfer chelsea chelseafc arsenal arsenalfc manchester manchesterunited manutd mancity
liverpool liverpoolfc barcelona realmadrid juventus ronaldo cristiano cristianoronaldo messi lionelmessi neymar mbappe
drogba gunners theblues champion champions superman batman spiderman superstar rockstar pokemon naruto dragon
dragonball monkey donkey tiger lion lionking eagle falcon wolf shadow ghost phantom ninja1 warrior hunter1 killer
hacker hacked boss bigboss thebest winner winners number numberone lucky luckyman jackpot casino poker betting bet9ja
sportybet betnaija bet money moneyman moneybag billionaire millionaire richman dollar dollars naira cashout bitcoin
crypto business company office manager director summer winter spring autumn january february march april june july
august september october november december monday tuesday wednesday thursday friday saturday sunday birthday christmas
newyear holiday freedom liberty independence trustno whatever nothing anything something everything impossible
possible remember forget forgetme forgot mypassword thepassword yourpassword newpassword oldpassword mypass mysecret
nopassword security secure private personal online website computer1 laptop phone telephone mobile network hello
hellohello helloworld hi goodbye goodmorning goodday thankyou thanks please sorry welcome1 starwars startrek matrix1
hottie sexy sexygirl sexyboy hotgirl badboy badgirl goodboy goodgirl gangster gangsta thuglife chocolate cheese cookie
cookies coffee banana orange apple pepper ginger vanilla sugar candy pizza biscuit mercedes bmw toyota honda ferrari
porsche lexus corolla camry corvette mustang yamaha music musicman dance dancer guitar piano drummer singer davido
wizkid burnaboy olamide1 tiwasavage beyonce rihanna eminem tupac hiphop rapper blackberry black white green yellow
purple orange1 silver golden diamond diamonds crystal school student teacher college university unilag futa unn lasu
uniben covenant doctor nurse engineer lawyer pastor bishop maverick phoenix marvin cowboys yankees steelers scooter
thunder lightning storm hurricane soldier army navy police
`;

/** Complete passwords that no rule finds. */
const PASSWORDS = `
1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc zaq12wsx zaq1zaq1 zaq1xsw2 q1w2e3r4 q1w2e3r4t5 qwe123qwe
123qwe123 123qweasd 123qweasdzxc qweasd123 qwer1234 1234qwer asdf1234 1234asdf abcd1234 1234abcd a1b2c3d4 a1s2d3f4
1a2b3c4d aa123456 a1234567 a12345678 a123456789 q1234567 1234567a 12345678a 123456789a 123456789q 12345qwert
qwert12345 qwerty12 123abc123 123321123 147258369 159357456 987412365 741852963 789456123 456789123 741258963
963852741 112233445566 11223344 44332211 12344321 123454321 1234554321 12341234 123123123 321321321 55555333 10203040
102030405060 20202020 19841984 13131313 69696969 42424242 88888888 00000000 11111111 p@ssw0rd pa55word pa55w0rd
p4ssw0rd passw0rd1 letmein1 trustno1 superman1 c0mputer g00gle l0vey0u iloveyou2 ilove123 love1234 jesus777 jesus123
god12345 mtn12345 ncc1701d ncc1701e jordan23 rush2112 thx1138 bond0070 james007 agent007 area5151 blink182 blink182a
fuckyou1 fuckyou2 fuckoff1 asshole1
`;

const parseWords = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ''));

export const COMMON_WORDS = parseWords(WORDS);
export const COMMON_PASSWORDS = parseWords(PASSWORDS);
