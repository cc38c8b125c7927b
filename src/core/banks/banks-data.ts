/**
 * Institutions in Nigeria that can be paid out to, in the order in which they are shown: kinds, then names. One row
 * each: name | id (empty: made from the name) | gateway code | CBN code | NIP code ("=": the gateway code; empty:
 * none) | institution for the NUBAN check digit (empty: no check) | USSD code. Codes are text: leading zeros and
 * letters matter.
 */
export const BANK_ROWS = {
  'commercial': `
Access Bank||044|=|000014|000044|*901#
Access Bank (Diamond)|access-bank-000005|063|=|000005|000063|
ALAT by Wema||035A|035||000035|
Alpha Morgan Bank||108|=||000108|
Citibank Nigeria||023|=|000009|000023|
Ecobank Nigeria||050|=|000010|000050|*326#
Fidelity Bank||070|=|000007|000070|*770#
First Bank of Nigeria||011|=|000016|000011|*894#
First City Monument Bank (FCMB)|first-city-monument-bank|214|=|000003|000214|*329#
Globus Bank||00103|103|000027|000103|*989#
Guaranty Trust Bank (GTBank)|guaranty-trust-bank|058|=|000013|000058|*737#
Keystone Bank||082|=|000002|000082|*7111#
Nova Bank||561|=||000561|
Optimus Bank||107|=||000107|
Parallex Bank||104|=|000030|000104|
Polaris Bank||076|=|000008|000076|*833#
PremiumTrust Bank||105|=|000031|000105|
Providus Bank||101|=|000023|000101|
Signature Bank||106|=||000106|
Stanbic IBTC Bank||221|=|000012|000221|*909#
Standard Chartered Bank||068|=|000021|000068|
Sterling Bank||232|=|000001|000232|*822#
SunTrust Bank||100|=|000022|000100|*5230#
Tatum Bank||109|=|000042|000109|
Titan Bank||102|=|000025|000102|*922#
Union Bank of Nigeria||032|=|000018|000032|*826#
United Bank for Africa (UBA)|united-bank-for-africa|033|=|000004|000033|*919#
Unity Bank||215|=|000011|000215|*7799#
Wema Bank||035|=|000017|000035|*945#
Zenith Bank||057|=|000015|000057|*966#`,
  'payment-service-bank': `
9mobile 9Payment Service Bank||120001||=||
Airtel Smartcash PSB||120004||=||
HopePSB||120002||=||
Money Master PSB||946|=|||
MTN MoMo PSB||120003||=||`,
  'mobile-money': `
GoMoney||100022||=||
KongaPay||100025||=||
OPay Digital Services (OPay)|opay-digital-services|999992||100004||
Paga||100002||=||
PalmPay||999991||100033||
Parkway ReadyCash||311|=|100003||
Pocket App||00716||||
Xpress Wallet||100040||=||`,
  'non-interest': `
Alternative Bank||000304|304||000304|
Jaiz Bank||301|=|000006|000301|*773#
Lotus Bank||303|=|000029|000303|*5045#
Summit Bank||00305|305|080003|000305|
TAJ Bank||302|=|000026|000302|*898#`,
  'merchant': `
Coronation Merchant Bank||559|=|060001|000559|
FSDH Merchant Bank||501|=|400001|000501|
Greenwich Merchant Bank||562|=||000562|
Rand Merchant Bank||502|=|000024|000502|`,
  'microfinance': `
5TT MFB||51455|=|090832|951455|
9jaPay Microfinance Bank||090629||=||
Above Only MFB||51204|=|090260|951204|
Abulesoro MFB||51312|=||951312|
Accion Microfinance Bank||602|=|090134||
Advancly MFB||090759||=||
Aella MFB||50315|=|090614|950315|
Ahmadu Bello University Microfinance Bank||50036|=|090197|950036|
AKU Microfinance Bank||51336|=||951336|
Akuchukwu Microfinance Bank||090561||=||
Al-Barakah Microfinance Bank||50055|=|090133|950055|
Alert MFB||51074|=|090297|951074|
Allworkers MFB||50059|=|090131|950059|
Amju Unique MFB||50926|=|090180|950926|
Aramoko MFB||50083|=||950083|
Assets Microfinance Bank||50092|=||950092|
Astrapolaris MFB||MFB50094|50094|090172|950094|
Avuenegbe Microfinance Bank||090478||=||
Awacash Microfinance Bank||51351|=||951351|
Aztec Microfinance Bank||51337|=||951337|
Bainescredit MFB||51229|=|090188|951229|
Banc Corp Microfinance Bank||50117|=||950117|
Bank78 Microfinance Bank||11072|=|110072|911072|
Bankit Microfinance Bank||50572|=||950572|
Bankly MFB||51341|=||951341|
Baobab Microfinance Bank||MFB50992|50992|090136|950992|
BellBank Microfinance Bank||51100|=||951100|
Benysta Microfinance Bank||51267|=|090413|951267|
Berachah Microfinance Bank||50122|=||950122|
Beststar Microfinance Bank||50123|=||950123|
Bold MFB||50725|=||950725|
Boost Microfinance Bank||51449|=|090819|951449|
Bosak Microfinance Bank||650|=|090176||
Bowen Microfinance Bank||50931|=|090148|950931|
BuyPower MFB||50645|=||950645|
Carbon||565|=|100026||*1303#
Cashbridge Microfinance Bank||51353|=||951353|
Cashconnect MFB||865|=|090360||
Cedrus MFB||51437|=||951437|
CEMCS Microfinance Bank||50823|=|090154|950823|
Chanelle Microfinance Bank||50171|=|090397|950171|
Chikum Microfinance Bank||312|=|090141||
Consumer Microfinance Bank||50910|=|090130|950910|
Cool Microfinance Bank||51458|=||951458|
Corestep MFB||50204|=|090365|950204|
Crescent MFB||51297|=||951297|
Crust Microfinance Bank||090560||=||
Crutech Microfinance Bank||50216|=||950216|
Dash Microfinance Bank||51368|=||951368|
Davenport Microfinance Bank||51334|=||951334|
Dillon Microfinance Bank||51450|=|090828|951450|
Dot Microfinance Bank||50162|=|090470|950162|
EBSU Microfinance Bank||50922|=|090427|950922|
Ekimogun MFB||50263|=||950263|
Ekondo Microfinance Bank||098|=|090097||
ESO-E Microfinance Bank||50280|=|090166|950280|
Ethica MFB||51475|=||951475|
Eyowo||50126|=|090328|950126|*4255#
FairMoney Microfinance Bank||51318|=|090551|951318|
FCMB MFB||51241|=||951241|
Fedeth MFB||50298|=||950298|
FFS Microfinance Bank||51110|=|090153|951110|
Firmus MFB||51314|=|090366|951314|
First Royal Microfinance Bank||090164||=||
Firstmidas MFB||51333|=||951333|
Flutterwave MFB||090567||=||
Fortress MFB||D53||||
Futminna Microfinance Bank||832|=|090438||
Garun Mallam MFB||MFB51093|51093||951093|
Goldman MFB||090574||=||
Good Shepherd Microfinance Bank||090664||=||
Goodnews Microfinance Bank||50739|=|090495|950739|
Grooming Microfinance Bank||51276|=|090195|951276|
GTI MFB||50368|=|090385|950368|
Hackman Microfinance Bank||51251|=|090147|951251|
Hasal Microfinance Bank||50383|=|090121|950383|
Hayat Trust MFB||51364|=||951364|
IBANK Microfinance Bank||51211|=|090115|951211|*908#
IBBU MFB||51279|=||951279|
Ibile Microfinance Bank||51244|=|090118|951244|
Ikoyi Osun MFB||50439|=|090536|950439|
Ilaro Poly Microfinance Bank||50442|=||950442|
Imowo MFB||50453|=|090417|950453|
Infinity MFB||50457|=|090157|950457|
ISUA MFB||090701||=||
Kadpoly MFB||50502|=|090320|950502|
Kanopoly MFB||51308|=||951308|
Kayvee Microfinance Bank||5129||||
Kolomoni MFB||899|=|||
Kredi Money MFB||50200|=|090380|950200|
Kuda Bank||50211|=|090267|950211|
Lemmy MFB||091003||=||
Letshego Microfinance Bank||090420||=||
Links MFB||50549|=||950549|
LOMA MFB||50491|=|090620|950491|
Maal MFB||51444|=||951444|
Mainstreet Microfinance Bank||090171||=||
Mayden Microfinance Bank||51474|=||951474|
Mayfair MFB||50563|=|090321|950563|
Mega Microfinance Bank||50570|=|090824|950570|
Mint MFB||50304|=||950304|
Mint-Finex MFB||09||090281||
Moniepoint MFB||50515|=|090405|950515|
Mutual Benefits Microfinance Bank||090190||=||
NDCC Microfinance Bank||090679||=||
Net Microfinance Bank||51361|=||951361|
Nigerian Navy Microfinance Bank||51142|=|090263|951142|
Nirsal Microfinance Bank||51304|=|090194|951304|
Nombank MFB||50072|=|090645|950072|
Novus MFB||51371|=||951371|
NPF Microfinance Bank||50629|=|070001|950629|
NSUK Microfinance Bank||51261|=||951261|
Nuvion MFB||51392|=||951392|
Olabisi Onabanjo University Microfinance Bank||50689|=|090272|950689|
Oluchukwu Microfinance Bank||50697|=||950697|
Pact Microfinance Bank||51477|=||951477|
Pathfinder Microfinance Bank||090680||=||
Paystack MFB||51457|=||951457|
Peace Microfinance Bank||50743|=|090402|950743|
Pecantrust Microfinance Bank||51226|=|090137|951226|
Personal Trust MFB||51146|=|090135|951146|
Petra Microfinance Bank||50746|=|090165|950746|
Pettysave MFB||MFB51452|51452||951452|
Polyunwana MFB||50864|=|090296|950864|
Prospa Capital Microfinance Bank||50739|=||950739|
QuickFund MFB||51293|=|090261|951293|
Randalpha Microfinance Bank||090496||=||
Rank MFB||50130|=||950130|
Rehoboth Microfinance Bank||50761|=||950761|
Rephidim Microfinance Bank||50994|=|090322|950994|
Retrust MFB||51375|=||951375|
Rex Microfinance Bank||51108|=||951108|
Rigo Microfinance Bank||51286|=|090433|951286|
Rockshield Microfinance Bank||50767|=||950767|
Rubies MFB||125|=|090175||*7797#
Safe Haven MFB||51113|=|090286|951113|
Shield MFB||50582|=||950582|
Solid Allianze MFB||51062|=||951062|
Solid Rock MFB||50800|=||950800|
Sparkle Microfinance Bank||51310|=|090325|951310|
Spectrum MFB||50756|=|090436|950756|
Springfield Microfinance Bank||51429|=||951429|
Stanford Microfinance Bank||090162||=||
Stateside Microfinance Bank||50809|=||950809|
Stellas MFB||51253|=|090262|951253|
Supreme MFB||50968|=||950968|
Tangerine Money||51269|=||951269|
TENN||51403|=||951403|
Think Finance Microfinance Bank||677|=|090373||
TransPay MFB||090708||=||
Trustbanc J6 Microfinance Bank||51118|=|090123|951118|
U and C Microfinance Bank||50840|=|090315|950840|
UBJ Microfinance Bank||51396|=||951396|
UCEE MFB||090706||=||
Uhuru MFB||51322|=||951322|
Ultraviolet Microfinance Bank||51080|=||951080|
Unaab Microfinance Bank||50870|=|090331|950870|
Uniabuja MFB||51447|=||951447|
Unical MFB||50871|=|090193|950871|
Unilag Microfinance Bank||51316|=||951316|
Unimaid Microfinance Bank||50875|=||950875|
Uniuyo Microfinance Bank||50880|=||950880|
Uzondu Microfinance Bank||50894|=||950894|
VFD Microfinance Bank||566|=|090110||*5037#
Victory MFB||51085|=|090813|951085|
Waya Microfinance Bank||51355|=||951355|
Weston Charis MFB||51386|=||951386|
YCT MFB||51253|=||951253|
Yes MFB||594|=|090142||
Zitra MFB||51373|=||951373|`,
  'mortgage': `
Abbey Mortgage Bank||404|=|070010||
AG Mortgage Bank||90077|=|100028|990077|
ASO Savings and Loans||401|=|090001||
Brent Mortgage Bank||90070|=|070015|990070|
Citycode Mortgage Bank||070027||=||
FirstTrust Mortgage Bank Nigeria||413|=|090107||
Gateway Mortgage Bank||812|=|070009||
Haggai Mortgage Bank||90065|=|070017|990065|
Ibom Mortgage Bank||90012|=||990012|
Imperial Homes Mortgage Bank||415|=|100024||
Infinity Trust Mortgage Bank||070016||=||
Jubilee Life Mortgage Bank||402|=|090003||
Lagos Building Investment Company||90052|=|070012|990052|
Living Trust Mortgage Bank||031|=|070007||
Platinum Mortgage Bank||268|=|070013||
Refuge Mortgage Bank||90067|=|070011|990067|
STB Mortgage Bank||070022||=||`,
  'finance-company': `
78 Finance Company||40195|=||940195|
Branch International Finance Company||FC40163|40163|050006|940163|
Centrum Finance||050032||=||
County Finance||FC40128|40128||940128|
Credit Direct||40119|=||940119|
Excel Finance Bank||090678||=||
Fewchore Finance Company||050002||=||
PFI Finance Company||050021||=||
Prosperis Finance||050023||=||
Sage Grey Finance||40165|=||940165|
Vale Finance||050020||=||
Whitecrust Finance Company||402001||050035||`,
  'virtual-account-bank': `
Paystack-Titan||100039||=||`,
  'payment-app': `
Zap||00zap||||`,
} as const;
