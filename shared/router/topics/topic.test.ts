import { describe, expect, test } from 'vitest'

import { readAll } from '../values/known.ts'
import type { TopicKind } from './topic.rules.ts'
import { topicOf } from './topic.ts'

/**
 * Kind, goal, what the text has to hold and what it must not, apart from case. `<...>` is where the wish stands and
 * `{...}` where another one does.
 */
const CASES = `
web | <Search the web> for tide tables of Brest | tide tables of Brest | search, web
web | <find> me ten <pages> about soil carbon measurement | soil carbon measurement | ten, pages, find
web | can you please <look up> how Postgres vacuums partitioned tables? | how Postgres vacuums partitioned tables | please, can you
web | <search> for the SQLite changelog and {open} the top result | SQLite changelog | open, result
web | <Find> the official page of Let's Encrypt on rate limits, {sum it up} in 90 words | let's encrypt; rate limits | sum, words
web | <Find> the migration guide from Vue 2 to Vue 3 and {hand me that page} in full | migration guide from Vue 2 to Vue 3 | hand, full
web | five <links> on WAL archiving, nothing older than a month | WAL archiving | five, links, month
web | <Which sites> talk about passkey recovery? A list of hits will do. | passkey recovery | list of hits
web | <google> cheapest heat pumps 2026 | cheapest heat pumps 2026 | google
web | just give me <links>: five <pages> about zoned storage | zoned storage | links, five
web | <web results> for "rust async runtime comparison", top 5 please | rust async runtime comparison | top, please
web | <search> site:docs.python.org asyncio timeouts | site:docs.python.org asyncio timeouts | search
web | <Search> for "write skew" -mysql site:postgresql.org, 5 results | write skew; -mysql; site:postgresql.org | 5 results
web | <Find> reviews of "The Bear" season 3 and {translate} the best one into Danish | reviews of; The Bear; season 3 | translate, danish
web | I'm looking for <tutorials> on weaving rigid heddle looms | weaving rigid heddle looms | looking
web | Our team moves to IPv6 next month. <Find> guides that explain how to plan prefixes. | how to plan prefixes | team
web | what do <people on the web> say about the Fairphone 6? | Fairphone 6 | people
web | <find> me <pages> about search and rescue drones | search and rescue drones | find me
web | <search> the web: does baking soda clean silver? | does baking soda clean silver | web
web | <look> on the <internet> for a recall of the Bosch dishwasher SMV4 and then {tell} me in Spanish | recall of the Bosch dishwasher SMV4 | spanish, tell
web | <Find> pages on lithium shipping rules and <pull out the passages> that say how many cells a parcel may hold | lithium shipping rules; how many cells a parcel may hold | pull
web | <find> out how others deal with clock skew in JWTs, quote the good bits | clock skew in JWTs | quote
web | <search> for read and write amplification in LSM trees | read and write amplification in LSM trees | search
web | get me the <top 3 hits> for 'bread proofing at altitude' -> {shorten} them to 50 words | bread proofing at altitude | shorten, 50
web | Is it legal to fly drones over forests in Norway? <Search> it. | legal to fly drones over forests in Norway | search
web | please <search> this: opening hours of the Uffizi | opening hours of the Uffizi | please
web | <find> documentation for Redis streams, order it by date, max 5 results | documentation for Redis streams | order, results
web | <look for> alternatives to Heroku, in German please | alternatives to Heroku | please
web | <Suche im Netz> nach Erfahrungen mit Holzfaserdämmung | Erfahrungen mit Holzfaserdämmung | suche, netz
web | Kannst du mal im <Web> nach Anleitungen zum Drechseln <suchen>? | Anleitungen zum Drechseln | kannst
web | <Finde> Seiten über Wärmepumpen im Altbau und {fasse} die erste zusammen | Wärmepumpen im Altbau | fasse, zusammen
web | <Such> mir bitte fünf <Treffer> zu Mietrecht bei Schimmel | Mietrecht bei Schimmel | treffer, fünf
web | <Busca> en internet información sobre placas solares de balcón | placas solares de balcón | internet, busca
web | <Encuentra> páginas sobre el cultivo de azafrán y {traduce} la primera al inglés | cultivo de azafrán | traduce, inglés
web | <busca> opiniones del Seat Born, 5 resultados | opiniones del Seat Born | resultados
web | <Cherche> sur internet des avis sur le vélo cargo Tern | avis sur le vélo cargo Tern | cherche, internet
web | <Trouve>-moi cinq <liens> sur la taille des oliviers et {traduis} le premier en anglais | taille des oliviers | cinq, traduis, anglais
web | <搜索>一下家用储能电池的安全标准 | 家用储能电池的安全标准 | 搜索
web | 帮我在<网上找>关于茶叶发酵的<网页>，然后{翻译}成英文 | 茶叶发酵 | 翻译, 网页
web | <ウェブで>薪ストーブの煙突掃除について<調べて>ください | 薪ストーブの煙突掃除 | 調べ, ください
news | <news> about copper prices this week | copper prices | week, news
news | <top story> about lithium prices this week: {open} the article, {cut} it to 70 words, in Czech please | lithium prices | open, cut, czech
news | what is in the <press> about offshore wind today? | offshore wind | press, today
news | three <headlines> on Chilean copper, and {put} them into German | chilean copper | german, three
news | latest <headlines> on the Panama Canal drought from the last 48 hours | Panama Canal drought | hours, latest
news | any <news> on Ryanair since yesterday? | Ryanair | yesterday, any
news | what's <new> with the Artemis programme? | Artemis programme | what
news | Give me today's <news> about Boeing: positive, negative or neutral? | Boeing | positive
news | <press coverage> of the Rotterdam port strike, who wrote what | Rotterdam port strike | who
news | <News> from the past three days on press freedom in Hungary | press freedom in Hungary | three days
news | short digest of today's <news> on lithium mining, then {read it aloud} | lithium mining | digest, aloud, today
news | five <headlines> on avian flu, sorted into good and bad | avian flu | five, sorted
news | I want <headlines> in French about the Paris metro, at most five | Paris metro | five, headlines
news | EU AI Act <news>, last 24 hours only | EU AI Act | 24, news
news | what has been <written> on Northvolt lately | Northvolt | written, lately
news | show me who <reported> on the Lisbon blackout | Lisbon blackout | reported
news | <Headlines> about "Project Kuiper", 3 of them, as a list | Project Kuiper | list
news | <Nachrichten> zu Wasserstoffzügen der letzten drei Tage | Wasserstoffzügen | tage
news | Was gibt es <Neues> zur Elbvertiefung? | Elbvertiefung | neues
news | Zeig mir die neuesten <Schlagzeilen> über Siemens Energy, auf Englisch | Siemens Energy | schlagzeilen, englisch
news | <Titulares> en español sobre la sequía en Cataluña, solo de los últimos tres días | sequía en Cataluña | titulares, solo, días
news | Quiero las diez <noticias> más recientes sobre energía solar en Chile | energía solar en Chile | diez, recientes
news | ¿qué dice la <prensa> sobre el litio? | litio | prensa
news | Quelles sont les dernières <nouvelles> sur Airbus ? | Airbus | nouvelles
news | <actualités> de cette semaine sur la SNCF, puis {résume}-les en 60 mots | SNCF | semaine, mots
news | 给我最近三天关于锂矿的<新闻> | 锂矿 | 新闻, 三天
news | <新闻>：台积电日本工厂，5条 | 台积电日本工厂 | 新闻
news | 半導体輸出規制に関する<ニュース>を5件見せて | 半導体輸出規制 | ニュース, 件
research | Do cold plunges lower blood pressure for good? I want an <answer with sources>, then {that answer in Polish} | cold plunges lower blood pressure | polish, sources, answer
research | Write me a <cited brief>: do heat pumps work below minus 20 degrees? | do heat pumps work below minus 20 degrees | cited, brief
research | <research> whether sodium-ion cells are ready for grid storage | sodium-ion cells are ready for grid storage | research
research | a <sourced brief> on whether cover crops reduce nitrate leaching, delivered in Portuguese | cover crops reduce nitrate leaching | portuguese, delivered
research | <look into> whether four-day weeks raise productivity, with references | four-day weeks raise productivity | references
research | what do <sources> say about heat pumps in old houses? cite them | heat pumps in old houses | cite
research | is creatine safe for teenagers? I want a <sourced answer> | is creatine safe for teenagers | sourced
research | <Investigate> why Boeing delayed the 777X: causes, costs, and what is next | why Boeing delayed the 777X; causes | investigate
research | Deep <research> please: how do coral reefs recover after bleaching, with sources and open questions | coral reefs recover after bleaching | sources, please
research | I have to decide on flooring. <Research> whether cork lasts, {sum it up} in two sentences and {send} it to my notes | cork lasts | sum, notes
research | quick <brief with citations> on the history of the metric system | history of the metric system | citations, quick
research | <Recherchiere>, ob Hafermilch den Blutzucker hebt, mit Quellen | Hafermilch den Blutzucker hebt | quellen
research | Schadet Bildschirmlicht dem Schlaf? Ich brauche eine <belegte Antwort> | Schadet Bildschirmlicht dem Schlaf | antwort
research | <Investiga> si el ayuno intermitente mejora la memoria, con fuentes | ayuno intermitente mejora la memoria | fuentes
research | ¿Es seguro el café descafeinado? Quiero una <respuesta con fuentes> y {tradúcela} al alemán | café descafeinado | alemán, fuentes
research | Fais une <recherche avec sources> : le cuivre tue-t-il les bactéries ? | cuivre tue-t-il les bactéries | sources
research | Les toits verts baissent-ils la température ? Je veux une <réponse sourcée> | toits verts baissent-ils la température | réponse
research | <研究>一下间歇性禁食对血压的影响，附来源 | 间歇性禁食对血压的影响 | 来源
title | <Wikipedia article> on the Hanseatic League, in German | Hanseatic League | german, wikipedia
title | <Wikipedia summary> of Ada Lovelace, then {read it aloud} | Ada Lovelace | aloud, summary
title | What does <Wikipedia> say about the Antikythera mechanism? | Antikythera mechanism | say
title | Who was Emmy Noether? The <encyclopedia intro> is enough. | Emmy Noether | who, enough
title | the <wiki> intro for Mercury (planet), please | Mercury (planet | please
title | {Translate} the <Wikipedia entry> on Tea ceremony into Italian | Tea ceremony | italian
title | {Summarise} the <Wikipedia entry> on Grace Hopper in 40 words in Japanese | Grace Hopper | japanese, 40
title | give me the opening paragraph of the <Wikipedia article> "Great Attractor" and {save} it as a note | Great Attractor | save, note
title | look up Hypatia of Alexandria on <Wikipedia> | Hypatia of Alexandria | wikipedia
title | when was the Eiffel Tower opened, according to <Wikipedia>? | Eiffel Tower | opened
title | News about hydrogen trains and also what <Wikipedia says> about them | hydrogen trains | them
title | I need the lead of the English <Wikipedia> page about Johannes Kepler | Johannes Kepler | english
title | <encyclopedia> entry please: the Peace of Westphalia | Peace of Westphalia | please
title | Was steht in der deutschen <Wikipedia> über Konrad Zuse? Nur die Einleitung. | Konrad Zuse | einleitung
title | <Wikipedia-Artikel> zu „Mont Blanc“, auf Französisch | Mont Blanc | französisch
title | Die Einleitung des <Wikipedia-Eintrags> über den Bodensee | Bodensee | einleitung
title | Resumen de <Wikipedia> sobre la Guerra de los Cien Años | Guerra de los Cien Años | resumen
title | ¿Quién fue Rosalía de Castro? Según <Wikipedia> | Rosalía de Castro | quién
title | le résumé <Wikipédia> de la Commune de Paris | Commune de Paris | résumé
title | Que dit <Wikipédia> sur Camille Claudel ? Lis-le à voix haute | Camille Claudel | voix
title | <维基百科>上“敦煌莫高窟”词条的开头 | 敦煌莫高窟 | 词条
title | 用<维基百科>介绍一下郑和 | 郑和 | 维基
title | <ウィキペディア>で「富士山」の概要を教えて | 富士山 | 概要
title | 金閣寺の<ウィキペディア>の記事 | 金閣寺 | 記事
prompt | <Draw> a lighthouse in fog, then {make sure} the drawing is fit for children | lighthouse in fog | make sure, children
prompt | <paint> me a lighthouse at dusk, 1024x768 | lighthouse at dusk | 1024
prompt | I want an <illustration> of a fox reading a map | fox reading a map | want
prompt | <Generate an image> of a red bicycle in the rain, watercolour style, square 512x512 | red bicycle in the rain; watercolour | 512
prompt | <draw> a knight on a bicycle, {describe} it in one sentence | knight on a bicycle | describe
prompt | <make> a <picture> of a heron in the style of a woodcut and {check} that it is safe for work | heron in the style of a woodcut | safe
prompt | please create a <logo> with an otter and the words "River Works" | otter; River Works | please
prompt | a <watercolour> of a harbour at night, and write alt text for it | harbour at night | alt text
prompt | <Zeichne> einen Bären mit Regenschirm, 1024x1024 | Bären mit Regenschirm | 1024
prompt | Male mir ein <Bild> von einer Mühle im Schnee und {beschreibe} es auf Englisch | Mühle im Schnee | beschreibe, englisch
prompt | <dibuja> un gato con sombrero, luego {descríbelo} | gato con sombrero | descr
prompt | Crea una <imagen> de un faro al amanecer, por favor | faro al amanecer | por favor
prompt | <Dessine> un renard qui lit une carte, puis {traduis} la légende en anglais | renard qui lit une carte | traduis
prompt | <画>一张雪山下的小木屋 | 雪山下的小木屋 | 画
prompt | 竹林の中の茶室の<絵を描いて>ください | 竹林の中の茶室 | 描い
word | <define> perspicacious | perspicacious | define
word | what does the word obdurate <mean>? | obdurate | word
word | <definition> and <pronunciation> of ephemeral please | ephemeral | please
word | how do you <pronounce> quinoa and what is it | quinoa | pronounce
word | <Synonyms> for terse, with an example sentence | terse | example
word | <dictionary>: lugubrious | lugubrious | dictionary
word | the etymology of serendipity, as the <dictionary> has it | serendipity | dictionary
word | defintion of 'perfidious' in the <dictionary> | perfidious | defintion
word | look up sanguine in the <dictionary> and {save} it to my note | sanguine | note
word | was <bedeutet> serendipity? | serendipity | bedeutet
word | ¿qué <significa> obnoxious? | obnoxious | significa
word | que <signifie> gloomy en anglais ? | gloomy | signifie
word | <definición> de "threshold" | threshold | definición
need | Which paid <endpoint> can turn a floor plan into a 3D model? | turn a floor plan into a 3D model | which
need | is there an <outcome> that reads handwriting from photos, under 10 cents? | reads handwriting from photos | is there
need | <find> me a <service> for checking VAT numbers | checking VAT numbers | find
need | I need a <tool> that converts addresses into coordinates | converts addresses into coordinates | need
question | <Rank> what you find by how well it explains soil moisture | soil moisture | rank
question | <order> these passages by relevance to the question: can I bring a dog? | can I bring a dog | order
question | <Sort> them by how closely they match "battery warranty" | battery warranty | sort
web | <search> for the press release on the Ariane 6 launch, {extract} date and payload, as JSON | press release on the Ariane 6 launch | extract, json
web | First <search> the web for beekeeping laws in Austria; then {translate} the first hit to English; finally {save} it under key bees/at | beekeeping laws in Austria | translate, save, bees
news | <headlines> on sugar prices + {a summary} in French | sugar prices | french, summary
title | hey, could you get me the <Wikipedia> intro on Frida Kahlo and {turn} it into an mp3? | Frida Kahlo | mp3, hey
research | {Translate} into Polish: a <sourced answer> on whether tea stains teeth | tea stains teeth | polish
web | <find> me vegan bakeries in Ghent with good reviews, 3 links, with sources | vegan bakeries in Ghent | 3 links
news | <noticias> sobre el Canal de Panamá, {resumidas} en 50 palabras y {traducidas} al inglés | Canal de Panamá | palabras, inglés
news | <Nachrichten> über die Deutsche Bahn, {zusammengefasst} in drei Sätzen | Deutsche Bahn | drei
web | ich brauche <Links> zu Förderprogrammen für Lastenräder, höchstens fünf | Förderprogrammen für Lastenräder | höchstens, fünf
web | Hi! <Search> for a 1998 Volvo V70 workshop manual. Thanks | 1998 Volvo V70 workshop manual | thanks, hi
news | <headlines> please: Sahel food prices, past week, top 5 | Sahel food prices | week, top
prompt | <draw> salt and pepper shakers dancing | salt and pepper shakers dancing | draw
title | <wikipedia> Romeo and Juliet | Romeo and Juliet | wikipedia
`
  .trim()
  .split('\n')
  .map((line) => {
    const [kind = '', marked = '', must = '', mustNot = ''] = line.split(' | ')
    return { kind, marked, must: must.split(';'), mustNot: mustNot.split(',') }
  })

/** Reads a marked goal as the planner does, with the places of its wishes. */
function read(marked: string, kind: string): string | undefined {
  const spans: { mark: string; start: number; end: number }[] = []
  let goal = ''
  for (const [, before = '', open, inner = ''] of marked.matchAll(/([^<{]*)(?:([<{])([^>}]*)[>}])?/gu)) {
    goal += before
    if (open !== undefined) spans.push({ mark: open, start: goal.length, end: goal.length + inner.length })
    goal += inner
  }
  const known = readAll(goal, '', new Date('2026-11-01T00:00:00Z'))
  const of = (mark: string) => spans.filter((span) => span.mark === mark)
  // Safe: the table names kinds only.
  return topicOf({ ...known, wish: { on: of('<'), others: of('{') } }, kind as TopicKind)
}

describe('what a wish is about', () => {
  test.each(CASES)('$kind: $marked', ({ kind, marked, must, mustNot }) => {
    const text = read(marked, kind)?.toLowerCase() ?? ''
    for (const part of must) expect(text).toContain(part.trim().toLowerCase())
    for (const part of mustNot) expect(text).not.toContain(part.trim().toLowerCase())
  })

  test('is nothing where a goal only orders', () => {
    expect(read('<search the web>', 'web')).toBeUndefined()
    expect(read('<headlines> please, 5 of them', 'news')).toBeUndefined()
    expect(read('the <Wikipedia> article on it', 'title')).toBeUndefined()
  })
})
