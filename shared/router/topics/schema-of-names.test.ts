import { describe, expect, test } from 'vitest'

import { readAll } from '../values/known.ts'
import { schemaOfNames } from './schema-of-names.ts'

/** A goal, and the fields of the schema that it lists: `n` a number, `i` an integer, `s` a string. */
const CASES = `
get invoice number, total and due date out of this invoice as JSON | invoice_number:s total:n due_date:s
Pull vendor, amount and currency out of this invoice text | vendor:s amount:n currency:s
From Datadog's most recent 10-Q: fetch the document and fill revenue, net income and cash at period end into JSON | revenue:n net_income:n cash_at_period_end:n
extract the buyer's name, the shipping address and the order total from this mail | buyer_s_name:s shipping_address:s order_total:n
I need the job title, salary and city from the ad, as JSON | job_title:s salary:n city:s
Turn this into JSON with the fields name, age and email | name:s age:i email:s
extract these fields: sender, subject, deadline | sender:s subject:s deadline:s
return a JSON object with title, author and number of pages | title:s author:s number_of_pages:i
Extract the key data (vendor, amount, currency) from this receipt | vendor:s amount:n currency:s
read the rent, the deposit and the start date from the contract, then translate it | rent:n deposit:n start_date:s
give me company, headcount and annual revenue from that page in JSON | company:s headcount:i annual_revenue:n
as JSON please: patient name, dosage, and refill date | patient_name:s dosage:n refill_date:s
transcribe the call and pull caller, order number and complaint out of it | caller:s order_number:s complaint:s
parse this receipt into shop, date, total, VAT | shop:s date:s total:n vat:n
brand, model, weight and price from this product page as a JSON record | brand:s model:s weight:n price:n
"invoice_no", "net_amount" and "vat_rate" out of the PDF | invoice_no:s net_amount:n vat_rate:n
Zieh Rechnungsnummer, Gesamtbetrag und Fälligkeitsdatum aus dieser Rechnung | rechnungsnummer:s gesamtbetrag:n falligkeitsdatum:s
Lies Name, Anzahl und Preis aus dem Text und gib sie als JSON | name:s anzahl:i preis:n
ich brauche Firma, Umsatz und Währung als JSON | firma:s umsatz:n wahrung:s
Saca el número de factura, el importe y la fecha de vencimiento de esta factura | numero_de_factura:s importe:n fecha_de_vencimiento:s
extrae nombre, cantidad y precio del texto en JSON | nombre:s cantidad:i precio:n
necesito los campos proveedor, moneda y total | proveedor:s moneda:s total:n
Extrais le numéro de facture, le montant et la date d'échéance de cette facture | numero_de_facture:s montant:n date_d_echeance:s
donne-moi le vendeur, le prix et la devise en JSON | vendeur:s prix:n devise:s
从这张发票中提取发票号码、金额和到期日 | 发票号码:s 金额:n 到期日:s
この請求書から請求書番号、合計金額、支払期日を抽出して | 請求書番号:s 合計金額:n 支払期日:s
`
  .trim()
  .split('\n')
  .map((line) => {
    const [goal = '', fields = ''] = line.split(' | ')
    return { goal, fields }
  })
const MARKS: Readonly<Record<string, string>> = { number: 'n', integer: 'i', string: 's', boolean: 'b' }
const read = (goal: string) => schemaOfNames(readAll(goal, '', new Date('2026-11-01T00:00:00Z')))

describe('a schema is made of the fields that a goal lists', () => {
  test.each(CASES)('$goal', ({ goal, fields }) => {
    const said = Object.entries(read(goal)?.properties ?? {}).map(([name, { type }]) => `${name}:${MARKS[type]}`)
    expect(said.join(' ')).toBe(fields)
  })

  test.each([
    'Extract the data from this invoice as JSON',
    'pull the structured data out of this text and translate it',
    'fill the form from this mail',
    'Extrahiere die Daten aus diesem Text',
    'get everything out of this as JSON',
  ])('and of none where it lists none: %s', (goal) => {
    expect(read(goal)).toBeUndefined()
  })
})
