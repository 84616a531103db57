/** Stop words of languages in which documents are found, but which the web app is not translated into. */
export const MORE_STOP_WORDS = {
  fr: `a afin ai ainsi alors apres au aucun aussi autre autres aux avait avant avec avoir c car ce ceci cela celle celles celui ces cet cette
    ceux chaque chez comme comment d dans de depuis des donc dont du elle elles en encore entre est et etait etaient etant ete etre eu eux fait
    fut furent grace il ils j je jusqu l la laquelle le lequel les lesquels leur leurs lors lui m ma mais me meme mes moins mon n ne ni nos notre
    nous on ont ou par parce pas pendant peu peut plus pour pourquoi qu quand que quel quelle quelles quels qui quoi s sa sans se selon sera ses si
    son sont sous sur ta te tel tes ton tous tout toute toutes tres tu un une vers voici voila vos votre vous y combien`,
  de: `wen wem wohin woher wieso weshalb wozu woraus wieviele aber alle allem allen aller alles als also am an ander andere anderen andern auch auf aus bei beim bin bis bist da dabei damit dann das
    dass dein deine dem den denn der deren des dessen dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen
    einer eines er es etwas euch euer fur gegen gewesen hab habe haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren
    ihrer im in ins ist jede jedem jeden jeder jedes jener kann kein keine konnen konnte man mehr mein meine mich mir mit muss nach nicht nichts
    noch nun nur ob oder ohne sehr sein seine seinem seinen seiner seit sich sie sind so solche soll sondern uber um und uns unser unter viel
    viele vom von vor wahrend wann war waren warum was weil welche welchem welchen welcher welches wenn wer werde werden wessen wie wieder wieviel
    wir wird wo wurde wurden zu zum zur zwischen`,
  it: `a ad agli ai al alla alle allo anche ancora avere aveva c che chi ci cio coi col come con contro cosa cui d da dagli dai dal dalla dalle
    dallo de degli dei del della delle dello dentro di dopo dov dove due durante e ed era erano essere fra fu furono gia gli ha hanno ho i il in
    io l la le lei li lo loro lui ma mi mia mio molto n ne negli nei nel nella nelle nello no noi non nostra nostro o ogni oppure per perche piu
    poi prima qual quale quali quando quanta quante quanti quanto quella quelle quelli quello questa queste questi questo qui s se secondo sei senza
    si sia siamo sono sopra sotto stata stato su sua sue sugli sui sul sulla sulle suo suoi tra tu tua tuo tutti tutto un una uno vi voi`,
  pt: `a ao aos apos aquela aquelas aquele aqueles aquilo as ate com como contra da das de dela delas dele deles depois desde do dos durante e
    ela elas ele eles em entre era eram essa essas esse esses esta estao estas estava este estes estou eu foi foram ha isso isto ja la lhe lhes
    mais mas me mesmo meu meus minha muito muitos na nao nas nem no nos nossa nosso num numa o onde os ou para pela pelas pelo pelos por porque
    qual quais quando quanta quantas quanto quantos que quem sao se seja sem ser sera seu seus so sobre sua suas tambem te tem tinha todos tu tua
    um uma umas uns voce voces`,
  nl: `welk waaruit aan al alles als altijd andere ben bij daar dan dat de der deze die dit doch doen door dus een eens en er ge geen geweest haar had heb
    hebben heeft hem het hier hij hoe hoeveel hun iemand iets ik in is ja je kan kon kunnen maar me meer men met mij mijn moet na naar niet niets
    nog nu of om omdat onder ons ook op over reeds te tegen toch toen tot u uit uw van veel voor waar waarom wanneer want waren was wat welke werd
    wezen wie wil worden wordt zal ze zelf zich zij zijn zo zonder zou`,
  ro: `a acea aceasta aceste acest acesta ai al ale am ar are as asupra au ca care ce cel cea cei cele cine cu cum cat cata cate cati da dar de
    decat deci despre din dintre doar dupa ea ei el ele era erau este eu fara fi fiind fost i iar ii il in inainte intr intre isi la le li lor lui
    mai mult multe multi ne nici noi nu o or ori pana pe pentru poate prin s sa sau se si sub sunt sus te toate tot toti un una unde unei unele unor
    unui va vor cand de ce`,
  sv: `alla allt att av blev bli blir da de dem den denna deras dess dessa det detta dig din du dar efter ej eller en er ett for fran ha hade han
    hans har hon honom hur i icke ingen inom inte jag ju kan kunde man med mellan men mig min mot mycket na nar nagon nar och om oss pa sa samma sedan
    sig sin sina ska skulle som till under upp ut utan vad var vara varfor vars vart vem vi vid vilka vilken vilket ar an over`,
  pl: `dlaczego czemu skąd dokąd kogo komu a aby albo ale bardzo bez bo byc byl byla bylo byly był była było były bedzie ci co czy dla do gdy gdzie go i ich ile im inne iz ja jak jaka jaki jakie jako
    je jednak jego jej jest jesli juz kazdy kiedy kto ktora ktore ktorego ktorej ktory ktorych ktorym lub ma mi miedzy moze mu na nad nas nie nich
    niz o od oraz po pod poza przed przez przy sa sie ta tak takze tam te tego tej ten to tu tych tylko tym u w we wiec wszystko z za ze`,
  tr: `nereden niye hangisi acaba ama ancak bana bazi bazı belki ben benim bir biri biz bu buna bunu bunun cok cunku da daha de defa degil diye dolayi dolayı eger en gibi hangi hem
    hep her hic icin ile ise kac kadar kez ki kim kime kimin mi mı mu nasil nasıl ne neden nerede nereye nicin o olan olarak oldu oldugu olur onlar onu onun
    sadece sen siz su tum uzere var ve veya ya yani`,
  ru: `зачем какое откуда а без более бы был была были было быть в вам вас весь во вот все всего всех вы где да для до его ее если есть еще ею же за здесь и из или им
    их к как какая какие какой каков когда кого кем кому которая которые который которых кто куда ли либо между меня мне может мы на над нас наш не него
    нее нет ни них но ну о об однако он она они оно от очень по под после потому почему при с сколько со так также такой там те тем то того тоже той
    только том ты у уже хотя чего чей чем через что чтобы чье чья эта эти это этого этой этом этот я является`,
  el: `πόση ποιον α αλλα αν απο αυτα αυτες αυτη αυτο αυτοι αυτος αυτων για γιατι δεν δηλαδη δια εαν ειναι εκει εκεινα εκεινος εν ενα ενας ενω επειδη επι εγω
    η ηταν θα και κατα κι με μετα μεταξυ μη μην μια μου να ο οι ομως οποια οποιο οποιος οπου οπως οσο οτι οταν ουτε παρα περι πιο ποια ποιες ποιο ποιοι
    ποιος ποιου ποιων πολυ ποσα ποσες ποσο ποσοι ποτε που προς πρωτα πως σαν σε στη στην στις στο στον στους στα τα τη την της τι τις το τον του τους
    των ως`,
  ar: `مم في من الى إلى على عن أن ان إن هو هي هم هذا هذه ذلك تلك التي الذي الذين ما ماذا متى أين اين كيف لماذا كم هل أي اي أية او أو و ثم قد كان كانت
    يكون لا لم لن مع بين عند بعد قبل كل بعض غير حتى اذا إذا كما لقد ليس به بها له لها منه منها فيه فيها عليه عليها أنه انه أنها انها وقد التى لدى
    مما بما منذ خلال حيث بن`,
  he: `מהו מהי האם של את על אל עם הוא היא הם הן זה זו זאת אני אתה אנחנו כי אם או גם לא כן מה מי מתי איפה היכן איך כיצד למה מדוע כמה איזה איזו אילו אשר כל
    היה היתה הייתה היו יש אין אך אבל רק עד בין לפני אחרי כמו כאשר לו לה להם בו בה ידי אחד אחת`,
  hi: `का के की है हैं को में से पर और ने यह वह ये वे इस उस एक कि जो तो भी ही था थी थे हो होता होती होते कर करने करना किया गया गई गए लिए साथ बाद
    द्वारा अपने अपनी अपना या नहीं तक कुछ क्या कौन कब कहाँ कहां कैसे क्यों कितने कितनी कितना किस किसने किसे किसका कौनसा कौनसी इसके उनके उसके`,
  vi: `mấy anh ay bao bi boi cac cai can cang chi cho chua co con cua cung da dang day de den di đi do duoc được gi hay hon khi khong la lai lam len loai luc
    ma mot nao nay neu ngay nhu nhung nhieu o phai qua ra rang rat roi sau se tai theo the thi tren trong tu tung va vao van vay ve vi viec voi
    ai dau sao bang vua`,
} as const
