/** Words around the names of fields that a goal lists, folded, in six languages. */

/** Verbs that take values out of a text. */
export const TAKES = `get|pull|extract|grab|take|read|fish|fill|collect|return|give|list|find|need|want|parse|capture|note|lift|pick|populate|complete|show|tell|identify|fetch|put|write|bring|turn|convert|make|scrape|output|report|record|enter|i need|i want|
  ich (?:brauche|will|mochte)|je (?:veux|voudrais)|j['’]ai besoin de|zieh(?:e|en)?|hol(?:e|en)?|extrahier\\w*|lies|lese?n?|gib|gebe?n?|nenne?n?|brauche|finde?n?|fulle?n?|trage?n?|such\\w*|entnimm|erfasse?n?|schreib\\w*|
  saca(?:me)?|sacar|extrae(?:r|me)?|dame|dime|lee|leer|rellena(?:r)?|toma|obten(?:er)?|necesito|quiero|busca|devuelve(?:me)?|pon|anota|
  extrais|extraire|extrayez|tire[rz]?|sors|releve[rz]?|donne[rz]?|recupere[rz]?|lis|trouve[rz]?|remplis|il me faut|veux|prends|mets|note[rz]?|ressors`

/** What stands between the verb and the names. */
export const LED_IN = `me|us|out|down|up|these|this|them|it|only|just|all|both|the following|following|for me|into json|as json|in json|json|mir|uns|bitte|heraus|raus|folgende[ns]?|nur|moi|nous|seulement|por favor|solo|please|(?:an? |the |one )?(?:flat |plain |single )?(?:json(?: object)?|object|record|row|schema|structure|table)(?: (?:with|of|holding|containing|that (?:has|holds)|made of))?(?: (?:the|exactly the|only the))?|(?:with |of |holding |containing )?(?:the |its |these |those |following |named )*(?:fields?|values?|keys?|columns?|members?|properties|attributes|data ?points?|facts|details|data)(?: (?:called|named|for|like|such as|of|with))?|
  (?:die |den |der |das |folgende[nr]? )*(?:felder[n]?|werte|schlussel|spalten|angaben|daten)|(?:los |las |estos |estas |siguientes )*(?:campos|valores|claves|columnas|datos)(?: siguientes)?|(?:les |ces |le |la )*(?:champs?|valeurs?|cles|colonnes|donnees)(?: suivante?s)?`

/** What follows the last name: where the values are, or what is made of them. */
export const LED_OUT = `out of|from|off|in(?:to)?|as|to|of (?:this|the|that|these|each|every|my|our|it)|on (?:this|the|it)|for (?:each|every|this|the)|which|that|with|given|stated|found|mentioned|per|using|by|please|if|where|when|
  aus|von (?:diese\\w*|der|dem)|vom|als|im|in|auf|heraus|raus|bitte|lesen|ziehen|nennen|
  (?:que (?:aparece|figura)n?|de (?:est[ae]s?|es[ae]s?|la (?=\\p{L}+$)|mi|dich[ao])|del|en|como|a json|por favor|para)|
  (?:de (?:cet(?:te)?|ces?|ma|mon)|de l['’]|du|dans|depuis|en|comme|sous|s['’]il)`

/** What is no name of a field. */
export const NO_FIELD = `it|this|that|them|these|those|json|all|everything|both|each|data|the data|values?|fields?|details|facts|text|the text|page|the page|document|the document|file|the file|schema|structured data|information|info|content|summary|translation|table|object|out|more|one|result|
  daten|werte|felder|alles|text|dokument|datos|todo|campos|texto|documento|donnees|tout|champs|texte|document|key facts|main facts|main points|key points|important (?:data|facts|points|details|fields)|the rest|so on|etc|nothing else`

/** Names whose values are numbers; those of dates, marks and kinds are not, whatever else they say. */
export const AMOUNTS = `amounts?|totals?|subtotal|sums?|prices?|costs?|revenues?|income|profit|loss|cash|fees?|tax|vat|balance|salar(?:y|ies)|wage|rate|percent(?:age)?|margin|ebitda|earnings|eps|debt|discount|weight|height|width|depth|distance|area|temperature|score|budget|deposit|rent|net|gross|turnover|sales|assets|liabilities|equity|dividend|interest|capacity|dosage|speed|
  \\w*betrag|\\w*summe|\\w*preis|\\w*kosten|\\w*umsatz|\\w*gewinn|\\w*steuer|mwst|\\w*gehalt|\\w*miete|\\w*gebuhr|\\w*rabatt|gewicht|
  importes?|montos?|precios?|costes?|costos?|ingresos|beneficios?|impuestos?|iva|salario|sueldo|alquiler|descuento|peso|
  montants?|prix|couts?|chiffre|revenus?|benefices?|tva|salaire|loyer|remise|poids|frais`
export const COUNTS = `number of|count(?: of)?|how many|quantity|qty|quantities|units|headcount|employees|pages|age|year|seats|items count|bedrooms|bathrooms|rooms|guests|participants|
  anzahl(?: der)?|menge|stuckzahl|mitarbeiterzahl|jahr|alter|zimmer|cantidad|numero de (?:empleados|unidades|paginas|habitaciones|personas|plazas|asistentes)|ano|edad|quantite|nombre d(?:e|['’]).*|annee|effectif`
export const MARKS = `dates?|day|deadline|due|time|names?|currenc(?:y|ies)|ids?|codes?|numbers?|no|nr|address|e-?mail|phone|period|reason|status|type|title|url|vendor|supplier|method|terms?|version|iban|bic|\\w*datum|\\w*tag|\\w*frist|\\w*name|wahrung|\\w*nummer|\\w*nr|\\w*adresse|fecha.*|moneda|divisa|nombre|numero (?!de (?:empleados|unidades|paginas|habitaciones|personas|plazas|asistentes)).*|date .*|devise|nom|numero.*|adresse.*|echeance`
export const UNSPACED_AMOUNTS =
  /金额|总额|总价|价格|收入|利润|税额|费用|余额|工资|租金|金額|合計|価格|売上|利益|料金|残高|給与|家賃/
export const UNSPACED_COUNTS = /数量|人数|个数|页数|個数|件数|年齢|年龄|ページ数/
