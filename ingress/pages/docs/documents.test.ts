import { expect, test } from 'vitest'

import { refusalCodes, statusOf } from '#shared/errors.ts'

import { renderDocument } from './docs-page.ts'
import { documents, GUIDES } from './documents.ts'
import { searchDocuments } from './search-documents.ts'

test('the index names every document once', async () => {
  const named = GUIDES.flatMap(({ names }) => names)
  expect(named.toSorted()).toEqual([...(await documents()).keys()].toSorted())
})

test('every code of an error has its place in the document of errors, with its status', async () => {
  const text = (await documents()).get('errors')?.text ?? ''
  const said = [...text.matchAll(/^### (\w+)\n\nStatus (\d+)\. .+ \*\*What to do:\*\* .+/gm)]
  expect(Object.fromEntries(said.map(([, code = '', status]) => [code, Number(status)]))).toEqual(
    Object.fromEntries(refusalCodes.map((code) => [code, statusOf(code)])),
  )
})

test('a search finds the section that is called so before those that only say it', async () => {
  const [first] = searchDocuments(await documents(), 'trial_price_cap')
  expect([first?.document.name, first?.heading]).toEqual(['errors', 'trial_price_cap'])
  expect(searchDocuments(await documents(), ' ')).toEqual([])
})

test('a chart stands in the page of its document, and nothing is fetched for it', async () => {
  const scaling = (await documents()).get('scaling') ?? { name: '', title: '', text: '' }
  const { text } = await renderDocument(scaling)
  expect(text).toMatch(/<img src="data:image\/svg\+xml;base64,[A-Za-z0-9+/=]+" alt="CPU of a paid call by part"/)
  expect(text).not.toContain('src="charts')
})
