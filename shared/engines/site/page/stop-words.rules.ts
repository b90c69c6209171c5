/** Words that say nothing about a topic, of languages that many sites are written in, and words every site carries. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  [
    // English
    `a about above after again against all also am an and any are aren't as at be because been before being below
    between both but by can can't cannot could couldn't did didn't do does doesn't doing don't down during each either
    else ever every few for from further get gets getting give given go goes going gone got had has hasn't have haven't
    having he her here hers herself him himself his how however i i'll i'm i've if in into is isn't it it's its itself
    just keep know let let's like made make makes many may me might mine more most much must my myself need neither never
    new no nor not now of off often on once one only onto or other others our ours ourselves out over own per please put
    rather said same say says see seem set shall she should show since so some still such take than that that's the their
    theirs them themselves then there there's these they they're this those through thus to together too toward two
    under until up upon us use used uses using very via want was wasn't way we we'll we're we've well were what when
    where whether which while who whole whom whose why will with within without won't would yes yet you you'll you're
    you've your yours yourself`,
    // German
    `aber alle allem allen aller alles als also am an ander andere anderen anderer auch auf aus bei beim bin bis bist
    da damit dann das dass dein deine dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort
    du durch ein eine einem einen einer eines er es etwas euch euer eure für gegen haben hat hatte hier ihm ihn ihnen ihr
    ihre ihrem ihren ihrer im in ins ist ja jede jedem jeden jeder jedes jetzt kann kein keine können machen man mehr
    mein meine mich mir mit muss nach nicht nichts noch nun nur ob oder ohne schon sehr sein seine sich sie sind so
    soll sondern sowie über um und uns unser unsere unseren unserer unter viele vom von vor wann war waren was weil
    weiter welche wenn wer werden wie wieder will wir wird wo zu zum zur zwischen`,
    // French
    `afin alors au aucun aussi autre autres aux avec avez avoir avons bien car ce cela ces cet cette ceux chaque chez
    comme comment dans de des depuis donc dont du elle elles en encore entre est et été être eux fait faire ici il ils
    je jusqu l'on la le les leur leurs lors lui mais me même mes moi moins mon ne ni nos notre nous on ont ou où par
    parce pas peu peut plus pour pouvez qu quand que quel quelle quelles quels qui quoi sa sans se ses si son sont sous
    sur ta te tes toi ton tous tout toute toutes très tu un une vers vos votre vous`,
    // Spanish and Portuguese
    `al algo ante antes aos aquí así cada com como cómo con contra cual cuando da das de del desde donde dos e el ela
    ele eles ella ellas ellos em en entre era es esa ese eso essa esse esta está estas este esto estos eu foi fue ha
    hacia hasta hay isso isto já la las le les lo los mais mas más me mesmo mi mis mucho muito muy na nas nem no nos
    nosotros nossa nosso nuestra nuestro não o os otra otro ou para pela pelo pero por porque que qué quem quien sea
    sem ser seu seus si sí sin sobre son su sua suas sus são también também tanto te tem tiene todo todos toda todas tu
    tus um uma un una uno unos usted você y ya yo`,
    // Italian and Dutch
    `agli ai al alla alle allo anche che chi ci coi col come con cosa cui da dagli dai dal dalla degli dei del della
    delle dello di dove e è gli ha hai hanno ho il in io la le lei li lo loro lui ma mi ne nei nel nella noi non nostra
    nostro o ogni per però più quale quando quello questa queste questi questo se sei si sia sono su sua suo sul sulla
    ti tra tu tutti tutto un una uno voi aan al als bij dan dat de deze die dit door een en er geen haar heeft hem het
    hij hoe hun ik in is je kan maar meer met mij mijn na naar niet nog nu of om onder ons onze ook op over te tot u uit
    van veel voor waar was wat we wel werd wie wij wordt worden ze zich zij zijn zo zonder`,
    // What every site carries
    `accept account blog click close contact cookie cookies copyright download email faq free help home info learn less
    load login logout main menu navigation next open page pages policy previous privacy read register reserved rights
    search share sign signup site skip start submit terms today toggle view website welcome www http https com`,
  ]
    .join(' ')
    .split(/\s+/),
)
