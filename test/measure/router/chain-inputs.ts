/** What the goals of `chain-goals.tsv` are sent with. */
export const CHAIN_INPUTS: Readonly<Record<string, string>> = {
  tx: '0x18e5ec4d5d21e7690aae02f1a3d921636b914b0042bc994c99c2726d3974c141',
  wallet: '0x7fb0a4cec1e09ca2cee8ffad68cf4681853e5837',
  token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  sig: '2aYpL8EPKdx5we3yN4yUwS9CeVTfwVMGL96xCi8QWsW7WLP9cBaYnhzWy4PFUFLWfg1xLg6DMEUiPrxN5kvzxzLr',
  solwallet: '2wKupLR9q6wXYppw8Gr2NvWxKBUqm4PPJKkQfoxHDBg4',
  mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  short: 'https://bit.ly/3xK9TqV',
  mail: 'From: Ann <ann@kiln.example>\nReply-To: help@gmial.example\nTo: bo@kiln.example\nSubject: Your parcel\nDate: Mon, 01 Jan 2024 10:00:00 +0000\n\nFollow https://is.gd/q8LmZw or https://www.kiln.example/track for your parcel.\n',
  page: 'https://www.kiln.example/about',
  usaddr: '233 S Wacker Dr, Chicago, IL 60606',
  pdf: 'https://files.kiln.example/reports/annual-2025.pdf',
  pdfschema:
    '{"url": "https://files.kiln.example/bills/98.pdf", "schema": {"type": "object", "properties": {"total": {"type": "number"}, "due": {"type": "string", "format": "date"}}}}',
  textschema:
    '{"text": "Bill of Kiln Ltd, 12 Main Street, Springfield, IL 62701. Total 4,250.00 EUR, due 2026-12-01. Write to billing@kiln.example, see https://www.kiln.example/pay, or pay to 0x7fb0a4cec1e09ca2cee8ffad68cf4681853e5837.", "schema": {"type": "object", "properties": {"total": {"type": "number"}, "currency": {"type": "string"}, "due": {"type": "string", "format": "date"}, "email": {"type": "string"}, "website": {"type": "string", "format": "uri"}, "address": {"type": "string"}, "wallet": {"type": "string"}}}}',
  amountschema:
    '{"text": "Invoice 77: please pay 310.50 US dollars by Friday.", "schema": {"type": "object", "properties": {"invoice_no": {"type": "string"}, "amount_due": {"type": "number"}, "currency": {"type": "string"}}}}',
  img: 'https://photos.kiln.example/signs/0031.jpg',
  audio: 'https://media.kiln.example/calls/2026-02-18.m4a',
  jsonschema: '{"schema": {"type": "object", "required": ["name"]}, "text": "{name: \'Ada\', langs: [\'en\',],}"}',
  badjson: "{size: 'XL', tags: ['a','b',], qty: 3,}",
  csv: 'Name;Amount\nAnn;1,50\n;\nBo;2,50\nBo;2,50\n',
  att: 'att_5d1c8a3f7b2e9d406c81aa',
  offer:
    '{"x402Version": 2, "error": "Payment required", "resource": {"url": "https://api.kiln.example/v1/data"}, "accepts": [{"scheme": "exact", "network": "eip155:8453", "amount": "20000", "asset": "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", "payTo": "0x209693Bc6afc0C5328bA36FaF03C514EF312287C", "maxTimeoutSeconds": 60, "extra": {"name": "USD Coin", "version": "2"}}]}',
  payurl: 'https://api.kiln.example/v1/paid',
  openapi:
    '{"openapi": "3.1.0", "info": {"title": "Kiln", "version": "1"}, "paths": {"/search": {"get": {"operationId": "search", "x-payment-info": {"price": "0.02"}, "responses": {"200": {"description": "ok"}, "402": {"description": "pay"}}}}}}',
  vin: '1HGCM82633A004352',
  jwt: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIiwiZXhwIjoxNzY0MzI0MDAwfQ.',
  tools:
    '[{"name": "read_issues", "description": "Reads issues of a repository", "inputSchema": {"type": "object", "properties": {"repo": {"type": "string"}}}}, {"name": "delete_repo", "description": "Deletes a repository", "inputSchema": {"type": "object"}}]',
  webhook:
    '{"id": "evt_1", "object": "event", "type": "payment_intent.succeeded", "created": 1700000000, "data": {"object": {"id": "pi_1", "object": "payment_intent", "amount": 500, "currency": "usd"}}}',
  skillurl: 'https://skills.kiln.example/pdf-helper/SKILL.md',
  transcript:
    '[{"role": "user", "content": "Move the booking widget to the new design system by Friday."}, {"role": "assistant", "content": "Moved the calendar; the price table is still open."}]',
}
