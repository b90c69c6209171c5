import { describe, expect, test } from 'vitest'

import { ruleOfScope } from '#shared/engines/capability/scope-effects.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'

import { narrowerFor } from './narrower-scope.ts'
import { agentToolPermissionReview } from './outcome.ts'

const narrower = (scope: string, task: string) => {
  const rule = ruleOfScope(scope)
  return rule === null ? 'no rule' : narrowerFor(scope, rule, task)
}

describe('agent-tool-permission-review: what is proposed instead of a scope does what the task does', () => {
  test.each([
    ['s3:*', 'Upload the nightly report to the bucket', /PutObject/],
    ['s3:*', 'Delete the expired exports', /DeleteObject/],
    ['s3:*', 'Fetch the price list', /GetObject/],
    ['dynamodb:*', 'Insert a row for each visit', /PutItem/],
    ['sqs:*', 'Send a message when the build is done', /SendMessage/],
    ['sns:*', 'Publish an alert', /Publish/],
    ['lambda:*', 'Run the resize function', /InvokeFunction/],
    ['repo', 'Close stale issues', /issues:write/],
    ['repo', 'Merge pull requests that are approved', /pull_requests:write/],
    ['repo', 'Commit the generated changelog and update the file', /contents:write/],
    ['repo', 'Summarise the code', /contents:read/],
    ['https://www.googleapis.com/auth/drive', 'Save the invoice as a file', /^drive\.file$/],
    ['https://mail.google.com/', 'Reply to customers', /^gmail\.send$/],
    ['pods:*', 'Restart the pods of the shop', /^delete on pods/],
  ])('%s for "%s"', (scope, task, wanted) => {
    expect(narrower(scope, task)).toMatch(wanted)
  })

  test('and what a restart needs is not denied', async () => {
    const answer = await agentToolPermissionReview.run(
      {
        task: 'Restart the pods of the shop when they hang',
        tools: [{ name: 'pods', description: 'Works with pods.', scopes: ['pods:*'] }],
      },
      fakeContext(),
    )
    expect(answer).toMatchObject({ tools: [{ name: 'pods', needed: expect.stringMatching(/yes|unclear/) }] })
  })
})
