import { z } from 'zod'

import type { UpstreamQuestion } from '#shared/doors/upstreams.ts'

import { time } from '#shared/engines/repo/hosts/host-shapes.ts'

/** When an account was made; null where there is none. */
export const githubAccountQuestion = (login: string): UpstreamQuestion<{ createdAt: string | null } | null> => ({
  upstream: 'github',
  path: '/users/{login}',
  fill: { login },
  headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
  answers: [404],
  ttlS: 86_400,
  read: (reply) =>
    reply.status === 404 ? null : { createdAt: z.object({ created_at: time }).parse(reply.json()).created_at },
})
