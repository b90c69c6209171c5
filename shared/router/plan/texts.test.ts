import { describe, expect, test } from 'vitest'

import { catalog } from '#shared/catalog/catalog.ts'

import { toolsOf } from '../tool.ts'
import { planGoal } from './plan-goal.ts'

const tools = toolsOf(catalog)
const steps = (goal: string, input = '') => {
  const planned = planGoal({ goal, input, maxSteps: 6, maxCents: 150, now: new Date('2026-11-01T00:00:00Z') }, tools)
  return 'plan' in planned ? planned.plan.steps : []
}
const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(' | ') as [string, string, string, string])

/** A goal, the outcome and its field, and the whole text that it is given. */
const TEXTS = lines(`
Search the web for beekeeping laws in Austria, open the first hit and translate it into English | web-search | query | beekeeping laws in Austria
find tutorials about weaving on a rigid heddle loom, then sum up the best page in 80 words | web-search | query | weaving on a rigid heddle loom
top headline on sugar prices today, open it and give me the gist in Italian | news-headlines | query | sugar prices
Is intermittent fasting safe for diabetics? Get me an answer with sources and read it to me | research-brief | query | Is intermittent fasting safe for diabetics
Wikipedia article on the Hanseatic League, summed up in 50 words, in Dutch | wikipedia-summary | title | Hanseatic League
draw a heron in the style of a woodcut, describe it, then translate the description to French | image-generate | prompt | a heron in the style of a woodcut
what's new with the Artemis programme? Put the headlines into Spanish | news-headlines | query | the Artemis programme
Research whether cork flooring lasts, shorten it to 60 words and save it as a note under home/cork | research-brief | query | whether cork flooring lasts
look up "epistemic injustice" on Wikipedia and translate the intro to Portuguese | wikipedia-summary | title | epistemic injustice
Suche im Netz nach Erfahrungen mit Holzfaserdämmung und fasse das Beste in drei Sätzen zusammen | web-search | query | Erfahrungen mit Holzfaserdämmung
Was steht in der Wikipedia über Konrad Zuse? Übersetze es ins Spanische | wikipedia-summary | title | Konrad Zuse
Male eine Mühle im Schnee und prüfe, ob das Bild jugendfrei ist | image-generate | prompt | eine Mühle im Schnee
busca en internet opiniones del Seat Born y resume la primera página | web-search | query | opiniones del Seat Born
¿Qué dice Wikipedia sobre Rosalía de Castro? Léemelo en voz alta | wikipedia-summary | title | Rosalía de Castro
Les toits verts baissent-ils la température ? Réponse sourcée, puis traduis-la en anglais | research-brief | query | Les toits verts baissent-ils la température
dernières nouvelles sur Airbus, résume la première en 50 mots | news-headlines | query | Airbus
搜索一下家用储能电池的安全标准，打开第一个结果并总结成100字 | web-search | query | 家用储能电池的安全标准
查一下维基百科上的敦煌莫高窟，翻译成英文 | wikipedia-summary | title | 敦煌莫高窟
半導体輸出規制のニュースを3件探して、英語に翻訳して | news-headlines | query | 半導体輸出規制
ウィキペディアで金閣寺を調べて、英語に訳して | wikipedia-summary | title | 金閣寺
which of your endpoints checks VAT numbers, for under 5 cents? | endpoint-match | need | checks VAT numbers
define obdurate and use it in a sentence | dictionary-define | word | obdurate
one Vodafone share in London (VOD.L), expressed in Swiss francs | stock-quote | symbol | VOD.L
the latest 10-K of Ford (F) and open the document | sec-filings | ticker | F
`)

/** A goal, its input, the outcome that gives the text and the fields that are to be filled. */
const FIELDS = lines(`
get seller, net amount and payment date out of this as JSON | https://files.example.org/inv/77.pdf | pdf-extract | seller net_amount payment_date
read this receipt picture and give me shop, date and total as JSON | https://img.example.org/receipt.jpg | image-ocr | shop date total
transcribe the call and pull caller, order number and complaint out of it as JSON | https://media.example.org/call.mp3 | audio-transcribe | caller order_number complaint
brand, model, weight and price from this product page as a JSON record | https://shop.example.org/lamp | page-markdown | brand model weight price
Zieh Rechnungsnummer, Gesamtbetrag und Fälligkeitsdatum aus dieser Rechnung | https://files.example.org/rechnung.pdf | pdf-extract | rechnungsnummer gesamtbetrag falligkeitsdatum
From the newest 10-K of Ford (F), open the document and extract total revenue and net income as JSON |  | page-markdown | total_revenue net_income
`)

describe('a wish among others is given what it is about', () => {
  test.each(TEXTS)('%s', (goal, slug, field, text) => {
    expect(steps(goal).find((step) => step.slug === slug)?.inputs[field]).toBe(text)
  })

  test('and several topics are asked for by a step each', () => {
    const topics = (goal: string) => steps(goal).map(({ inputs }) => inputs['query'] ?? inputs['title'])
    expect(topics('news on tea prices and news on coffee prices')).toEqual(['tea prices', 'coffee prices'])
    expect(topics('Nachrichten zu Tee und Nachrichten zu Kaffee')).toEqual(['Tee', 'Kaffee'])
    expect(topics('find pages about zinc roofing and about copper roofing')).toEqual(['zinc roofing', 'copper roofing'])
    expect(topics('Wikipedia article on War and Peace')).toEqual(['War and Peace'])
  })

  test('beside a text that another wish takes', () => {
    const text = 'We have moved our office to Ghent.'
    const [search] = steps('Translate this into German, and find news about Siemens Energy', text)
    expect(search?.inputs).toMatchObject({ query: 'Siemens Energy' })
    expect(steps('find news about this company', 'Siemens Energy')[0]?.inputs).toMatchObject({ query: '$input' })
  })
})

describe('fields that a goal lists are filled', () => {
  test.each(FIELDS)('%s', (goal, input, giver, fields) => {
    const all = steps(goal, input)
    const from = all.findIndex(({ slug }) => slug === giver)
    const filled = all.find(({ slug }) => slug === 'extract-structured')
    expect(filled?.inputs['text']).toMatch(new RegExp(String.raw`^\$${from + 1}\.result\.`))
    expect(filled?.inputs['schema']).toMatchObject({ type: 'object' })
    expect(Object.keys(Object(Object(filled?.inputs['schema']).properties)).join(' ')).toBe(fields)
  })
})
