/** Numbers in words, in English, German, Spanish and French, folded: the number, then its words. */
export const NUMBER_WORDS = `
0 zero null cero
1 one ein eine einen einem einer eins uno una un une
2 two zwei beide beiden dos deux couple paar
3 three drei tres trois
4 four vier cuatro quatre
5 five funf cinco cinq
6 six sechs seis half-a-dozen media-docena demi-douzaine
7 seven sieben siete sept
8 eight acht ocho huit
9 nine neun nueve neuf
10 ten zehn diez dix
11 eleven elf onze
12 twelve zwolf doce douze dozen dutzend docena douzaine
13 thirteen dreizehn trece treize
14 fourteen vierzehn catorce quatorze
15 fifteen funfzehn quince quinze
16 sixteen sechzehn dieciseis seize
17 seventeen siebzehn diecisiete dix-sept
18 eighteen achtzehn dieciocho dix-huit
19 nineteen neunzehn diecinueve dix-neuf
20 twenty zwanzig veinte vingt
25 veinticinco
30 thirty dreissig dreißig treinta trente
40 forty fourty vierzig cuarenta quarante
50 fifty funfzig cincuenta cinquante
60 sixty sechzig sesenta soixante
70 seventy siebzig setenta soixante-dix septante
80 eighty achtzig ochenta quatre-vingt quatre-vingts
90 ninety neunzig noventa quatre-vingt-dix
100 hundred hundert einhundert cien ciento cent
200 zweihundert doscientos doscientas deux-cents deux-cent
300 dreihundert trescientos trescientas trois-cents trois-cent
400 vierhundert cuatrocientos cuatrocientas quatre-cents quatre-cent
500 funfhundert quinientos quinientas cinq-cents cinq-cent
150 hundertfunfzig einhundertfunfzig
250 zweihundertfunfzig
1000 thousand tausend eintausend mil mille
`

/** Ordinals, for what is numbered: "the second version". */
export const ORDINALS = `
1 first 1st erste ersten primera primer premiere premier
2 second 2nd zweite zweiten segunda segundo deuxieme seconde
3 third 3rd dritte dritten tercera tercer troisieme
4 fourth 4th vierte vierten cuarta cuarto quatrieme
5 fifth 5th funfte funften quinta quinto cinquieme
`

/** Articles and words of other meanings: they count only right before a unit. */
export const ONLY_BEFORE_UNITS =
  'one ein eine einen einem einer eins uno una un une beide beiden null cent mil sept couple paar a an'

/** What may be measured. Numbers of a unit are given in its smallest: milliseconds, cents, bytes. */
export const UNITS = {
  time: [
    [1, 'ms|msecs?|milli-?seconds?|millisekunden?|milisegundos?|millisecondes?|毫秒|ミリ秒'],
    [1_000, 's|secs?|seconds?|sekunden?|segundos?|secondes?|秒(?:钟|間)?'],
    [60_000, 'mins?|minutes?|minuten?|minutos?|分(?:钟|间|間)'],
    [3_600_000, 'h|hrs?|hours?|stunden?|horas?|heures?|(?:个)?小时|時間'],
    [86_400_000, 'd|days?|tage?[ns]?|dias?|jours?|journees?|天|日(?:间|間)?'],
    [604_800_000, 'w|wks?|weeks?|wochen?|semanas?|semaines?|周|(?:个)?星期|週(?:間)?'],
    [2_592_000_000, 'months?|monat(?:e|en|s)?|mes(?:es)?|mois|个月|[かヶカ]月'],
    [31_536_000_000, 'y|yrs?|years?|jahr(?:e|en|s)?|anos?|ans?|annees?|年'],
  ],
  money: [
    [1, '(?:us[ -]?)?cents?|ct|¢|centavos?|centimos?|centimes?|美分|セント'],
    [100, 'usdc?|us[ -]?dollars?|dollars?|dolar(?:es)?|bucks?|\\$|美元|美金|ドル'],
  ],
  words: [[1, 'words?|worte?n?|worter[n]?|palabras?|mots?|字(?!符)|词|語|単語']],
  sentences: [
    [1, 'sentences?|satz(?:e|en)?|oraciones|oracion|frases?|phrases?|lines?|zeilen?|lineas?|lignes?|句话?|文(?!字)|行'],
  ],
  characters: [[1, 'characters?|chars?|zeichen|caracteres?|signes|(?:个)?字符|文字']],
  bytes: [
    [1, 'bytes?|octets?|字节|バイト'],
    [1_024, 'ki?b|kilobytes?|kilo-?octets?|ko'],
    [1_048_576, 'mi?b|megabytes?|mega-?octets?|mo'],
  ],
  tokens: [[1, '(?:个)?tokens?|jetons?|(?:个)?令牌|トークン']],
  pixels: [[1, 'px|pixels?|pixeln?|pixeles|像素|ピクセル']],
  percent: [[0.01, '%|per ?cent|prozent|por ciento|pour cent|パーセント']],
  times: [[1, 'x|×|times|mal|veces|fois|次|回|倍']],
} as const

/** Numbers before a word, for units in which halves are told: "half an hour". */
export const HALVES =
  'half(?: an?| the)?|an? half|halbe[nrs]?|eine halbe|media|una media|medio|un medio|une demi-?|demi-?|半个?|半'

/** What may stand between a number and its unit: "three short sentences". */
export const BETWEEN =
  'short|single|next|coming|last|past|kommenden?|nachsten?|letzten?|proxim[oa]s|ultim[oa]s|prochaine?s|derniere?s|brief|concise|full|whole|complete|simple|plain|clear|crisp|more|kurze[nrsm]?|knappe[nrsm]?|einzige[nrsm]?|einfache[nrsm]?|ganze[nrsm]?|volle[nrsm]?|cortas?|breves?|simples?|sol[ao]s?|complet[ao]s?|courtes?|seule?s?|entieres?'

/** Words that count Chinese and Japanese things. */
export const COUNTERS = '[个個条條件篇页頁本枚つ家名位项項份封张張步层层跳人社点點代]'
