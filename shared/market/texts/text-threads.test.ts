import { describe, expect, test } from 'vitest'

import { runTextJob } from './text-threads.ts'

/** Millions of marks that begin and end emphasis: many times what a job may take, on any machine. */
const HOSTILE = '*a_ '.repeat(1_500_000)

describe('a job on a text', () => {
  test('gives its answer', async () => {
    expect(await runTextJob('ann', 'renderMarkdown', '# A')).toBe('<h1>A</h1>\n')
    expect(await runTextJob('ann', 'readPermissions', '---\nname: a\nallowed-tools: Read, Bash(git:*)\n---\n')).toEqual(
      ['Read', 'Bash(git:*)'],
    )
    expect(await runTextJob('ann', 'findSecretKinds', 'nothing')).toEqual([])
  })

  test('hands its refusal back whole', async () => {
    await expect(runTextJob('ann', 'ingest', { type: 'mcp_server_json', content: '{' })).rejects.toMatchObject({
      code: 'validation_error',
      detail: { detail: [{ loc: ['body', 'content'] }] },
    })
  })

  test('that takes more than it may ends with null, the event loop turns meanwhile, and the next job is served', async () => {
    let turns = 0
    let isOver = false
    const turn = () => {
      turns += 1
      if (!isOver) setTimeout(turn)
    }
    turn()
    expect(await runTextJob('ann', 'renderMarkdown', HOSTILE)).toBeNull()
    isOver = true
    expect(turns).toBeGreaterThan(100)
    expect(await runTextJob('ann', 'renderMarkdown', 'b')).toBe('<p>b</p>\n')
  })
})

test('an owner with too many jobs under way is refused, and other owners are served between his', async () => {
  const order: string[] = []
  const job = async (owner: string) => {
    await runTextJob(owner, 'findSecretKinds', 'a text')
    order.push(owner)
  }
  const first = Array.from({ length: 20 }, () => job('bob'))
  await expect(job('bob')).rejects.toMatchObject({ code: 'rate_limited' })
  await Promise.all([...first, job('cleo')])
  expect(order).toHaveLength(21)
  // One of Bob's runs, one is next in line: Cleo's comes right behind.
  expect(order.indexOf('cleo')).toBeLessThan(3)
  await job('bob')
})
