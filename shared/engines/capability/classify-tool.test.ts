import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { classifyTool } from './classify-tool.ts'
import { effects } from './effects.ts'
import { toolLike } from './tool-like.ts'

const effectsOf = (sent: unknown) => classifyTool(toolLike(sent)).effects

describe('what a tool can do', () => {
  test.each([
    [{ name: 'delete_repository', description: 'Deletes a repository.' }, ['deletes']],
    [{ name: 'run_command', description: 'Runs a shell command.' }, ['executes']],
    [{ name: 'send_payment', description: 'Sends USDC to an address.' }, ['money']],
    [{ name: 'send_email', description: 'Sends an e-mail.' }, ['writes', 'network']],
    [{ name: 'fetch_page', description: 'Fetches a web page.' }, ['reads_untrusted']],
    [{ name: 'grant_role', description: 'Grants a role to a user.' }, ['identity']],
    [{ function: { name: 'read_inbox', description: 'Reads e-mails.' } }, ['reads_private']],
    [{ name: 'x', scopes: 'https://www.googleapis.com/auth/gmail.send' }, ['network']],
  ])('of %j has in it %j', (tool, expected) => {
    expect(effectsOf(tool)).toEqual(expect.arrayContaining(expected))
  })

  test('of arithmetic is nothing', () => {
    expect(effectsOf({ name: 'add', description: 'Adds two numbers.' })).toEqual([])
    expect(effectsOf({ name: 'convert_units', description: 'Converts miles to kilometres.' })).toEqual([])
  })

  test('of any object is effects of the list, each with what it was known by', () => {
    const sent = fc.oneof(
      fc.jsonValue(),
      fc.record({ name: fc.string(), description: fc.string(), inputSchema: fc.jsonValue(), scopes: fc.jsonValue() }),
    )
    fc.assert(
      fc.property(sent, (any) => {
        const found = classifyTool(toolLike(any))
        expect(found.effects.filter((effect) => !effects.includes(effect))).toEqual([])
        expect(Object.keys(found.evidence).toSorted()).toEqual([...found.effects].toSorted())
      }),
    )
  })
})
