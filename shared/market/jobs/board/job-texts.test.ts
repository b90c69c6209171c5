import { expect, test } from 'vitest'

import { jobsText } from './job-texts.ts'
import type { JobView } from './job.view.ts'

test('the title of a job cannot lead readers of the board elsewhere', () => {
  // Safe: the text reads nothing else of a job.
  const job = {
    title: 'Easy](https://elsewhere.example) [money',
    url: 'https://x/jobs/1',
    budget_cents: 100,
  } as JobView
  expect(jobsText([job], 'https://x')).toContain(
    String.raw`- [Easy\](https://elsewhere.example) \[money](https://x/jobs/1), up to 100 cents`,
  )
})
