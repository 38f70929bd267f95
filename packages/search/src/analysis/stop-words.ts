/** Languages with a stop word list; the first eight are told apart by these lists, the others by their script. */
export const stopWords = {
  en: `a about above after again all also am an and any are arent as at be because been before being below between both
    but by can cannot cant could couldnt did didnt do does doesnt doing dont down during each few for from further had
    hadnt has hasnt have havent having he her here hers herself him himself his how i if in into is isnt it its itself
    just let me more most my myself no nor not now of off on once only or other our ours ourselves out over own same
    she should shouldnt so some such than that the their theirs them themselves then there these they this those
    through to too under until up us very was wasnt we were werent what when where which while who whom whose why will
    with wont would wouldnt yes you your yours yourself yourselves`,
  de: `aber alle allem allen aller als also am an auch auf aus bei beim bin bis bist da damit dann das dass daß dein
    deine dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem
    einen einer eines er es euch euer für gegen hab habe haben hat hatte hatten hier ich ihm ihn ihnen ihr ihre ihren
    im in ins ist ja jede jeden jeder kann kein keine können man mein meine mich mir mit muss nach nicht noch nur ob
    oder ohne schon sehr sein seine seit sich sie sind so soll über um und uns unser unter vom von vor wann war waren
    warum was weil welche welcher wenn wer werden wie wieder wir wird wo wurde wurden zu zum zur zwischen`,
  fr: `à ai ainsi après as au aucun aussi autre aux avait avant avec avez avoir avons c car ce ceci cela ces cet cette
    ceux chez comme comment d dans de depuis des donc dont du elle elles en encore entre es est et étaient était été
    être eu fait il ils j je jusqu l la là le les leur leurs lui m ma mais me même mes moi mon n ne ni nos notre nous
    on ont ou où par pas peut plus pour pourquoi qu quand que quel quelle quelles quels qui quoi s sa sans se sera ses
    si sommes son sont sous suis sur t ta te tes toi ton tous tout toute très tu un une vers vos votre vous y`,
  es: `a al algo ante antes aquel aquella así aún cada como cómo con contra cual cuál cuando cuándo de del desde donde
    dónde dos durante e el él ella ellas ellos en entre era eran es esa esas ese eso esos esta está están estar estas
    este esto estos fue fueron ha había han hasta hay he la las le les lo los más me mi mientras mis mucho muy nada ni
    no nos nosotros nuestra nuestro o os otra otro para pero poco por porque qué que quien quién se sea ser si sí sin
    sobre son soy su sus también tan te tengo ti tiene tienen todo todos tu tú tus un una unas uno unos usted y ya yo`,
  pt: `a à ao aos aquela aquele as às até com como da das de dela dele delas deles depois do dos e é ela elas ele eles
    em entre era eram essa esse esta está estão este eu foi foram há isso isto já lhe mais mas me mesmo meu meus minha
    muito na não nas nem no nos nós nossa nosso num numa o onde os ou para pela pelas pelo pelos por porque qual quando
    que quem são se sem ser será seu seus só sua suas também te tem têm ter teu tu um uma umas uns você vocês`,
  it: `a ad agli ai al alla alle allo anche c che chi ci come con cosa cui d da dagli dai dal dalla dalle dei degli del
    della delle dello di dove e è ed era erano fra gli ha hanno ho i il in io l la le lei li lo loro lui ma me mi mia
    mio molto ne nei negli nel nella nelle nello noi non nostra nostro o perché però più qual quale quando quanto
    quella quelle quelli quello questa queste questi questo qui sarà se sei senza si sia siamo sono sta stata stato su
    sua sue sugli sui sul sulla suo suoi tra tu tutti tutto un una uno vi voi`,
  nl: `aan al alles als bij daar dan dat de der deze die dit doen door dus een en er ge geen had hadden heb hebben heeft
    hem het hier hij hoe hun ik in is ja je jij jouw kan kon kunnen maar me meer men met mij mijn moet na naar niet niets
    nog nu of om omdat ons onze ook op over te tegen toch toen tot u uit uw van veel voor waar waarom wanneer want
    waren was wat we wel werd werden wie wij wil worden wordt zal ze zei zelf zich zij zijn zo zonder zou`,
  sv: `alla allt att av blev bli blir de dem den denna deras dess det detta dig din dina du där efter ej eller en er ett
    från för ha hade han hans har hon hur här i in inte jag ju kan kunde man med men mig min mina mot mycket nu när
    någon något några och om oss på samma sedan sig sin sina ska skulle som så till under upp ut utan vad var vara
    varför varit vart vem vi vid vilka vilken vår våra än är åt över`,
  ru: `а без более бы был была были было быть в вам вас ведь во вот все всё всего вы где да даже для до его ее её если
    есть еще ещё же за здесь и из или им их к как какая какой ко когда кто ли либо мне может мы на над нам нас не него
    нее неё нет ни них но ну о об он она они оно от очень по под почему при про с со так также такой там тебе то тоже
    только том ты у уже хотя чего чей чем что чтобы эта эти это этот я`,
  ar: `من إلى على في عن مع هذا هذه ذلك تلك التي الذي الذين هو هي هم نحن أنا أنت ما ماذا متى أين كيف لماذا هل لا لم لن ليس
    كان كانت قد كل بعض أو أم ثم و أن إن لكن حتى إذا بين بعد قبل عند منذ كما`,
  hi: `है हैं था थी थे हो होता होती का की के को से में पर ने और या यह ये वह वे इस उस एक कि जो तो भी ही नहीं क्या क्यों कब कहाँ कैसे कौन
    मैं हम तुम आप मेरा मेरी अपने अपनी लिए साथ कर करने गया गई गए`,
} as const
