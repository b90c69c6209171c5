import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import { catalog } from '#shared/catalog/catalog.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'

import { hostileScans, SCANNERS } from './hostile-scans.ts'

const texts = hostileScans(60_000)

/** What each outcome says of each text, in the order of the texts. Half a character has no canonical JSON form. */
const SAID: Readonly<Record<string, string>> = {
  'prompt-injection-scan': 'allow allow allow allow review allow review allow block refused',
  'mcp-server-audit': 'block review review review block review block block refused refused',
  'agent-tool-permission-review': 'require_confirm review review allow block allow allow allow block refused',
  'skill-vet': 'review review review review review review review review block refused',
  'skill-signature-verify': 'block block block block block block block block block refused',
  'capability-attack-surface-scan': 'block block block block block block block block block refused',
  'memory-integrity-check': 'review review review review review review review review block refused',
  'context-compression-audit': 'block block block allow allow allow block block allow refused',
  'memory-exfil-guard': 'allow allow allow allow review allow allow allow block refused',
}

async function decisionOf(slug: string, input: unknown): Promise<unknown> {
  try {
    return Object(await catalog.get(slug)?.outcome.run(input, fakeContext()))['decision']
  } catch (error) {
    if (error instanceof Refusal) return 'refused'
    throw error
  }
}

// That none of them takes its time is measured in test/faults/growing-texts.test.ts.
describe.each(Object.entries(SCANNERS))('%s', (slug, inputOf) => {
  test('decides about texts that are made to hold it up', async () => {
    const decisions = []
    for (const { text } of texts) decisions.push(await decisionOf(slug, inputOf(text)))
    expect(decisions.join(' ')).toBe(SAID[slug])
  })
})
