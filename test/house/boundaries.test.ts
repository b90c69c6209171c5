import { describe, expect, test } from 'vitest'

import { importsOf, sourceFiles } from './source-files.ts'

type Rule = {
  name: string
  from: (path: string) => boolean
  forbids: (target: string, dynamic: boolean, path: string) => boolean
  /** A pair the rule has to flag; a rule that flags nothing fails. */
  planted: { path: string; line: string }
}

const inside = (folder: string) => (path: string) => path.startsWith(`${folder}/`)
const isTest = (path: string) => path.endsWith('.test.ts')
/** The outcome a file belongs to: `shared/outcomes/<pack>/<slug>.ts`, or anything in `shared/outcomes/<pack>/<slug>/`. */
const outcomeOf = (path: string) =>
  /^shared\/outcomes\/(?!lib\/)[\w-]+\/(?!pack\.ts|testing\.ts)[\w-]+(?=\/|\.(?:test\.|rules\.)?ts$)/.exec(path)?.[0]
/** The declaration of an outcome, which the ingress loads at its start. */
const isDeclaration = (path: string) =>
  outcomeOf(path) !== undefined && /^shared\/outcomes\/[\w-]+\/[\w-]+(?:\/outcome)?\.ts$/.test(path)
const NODE_IO = /^node:(?!crypto$)/
const BROWSERS_AND_CHAINS = /^(?:playwright|viem|@solana|@x402\/(?:evm|svm)|unpdf|pdfjs|sharp|stripe)/

/** docs/architecture.md, "What may import what". */
const rules: Rule[] = [
  {
    name: 'the ingress never loads a worker',
    from: inside('ingress'),
    forbids: (target) => target.startsWith('workers/'),
    planted: { path: 'ingress/x.ts', line: "import { a } from '#workers/threads.ts'" },
  },
  {
    name: 'a worker never loads the ingress or the web framework',
    from: inside('workers'),
    forbids: (target) => target.startsWith('ingress/') || /^(?:koa|@koa\/|koa-)/.test(target),
    planted: { path: 'workers/x.ts', line: "import Koa from 'koa'" },
  },
  {
    name: 'shared loads neither the ingress nor a worker',
    from: inside('shared'),
    forbids: (target) => target.startsWith('ingress/') || target.startsWith('workers/'),
    planted: { path: 'shared/lib/x.ts', line: "import { boot } from '../../ingress/main.ts'" },
  },
  {
    name: 'the ingress loads no browser, PDF engine or chain SDK',
    from: inside('ingress'),
    forbids: (target) => BROWSERS_AND_CHAINS.test(target),
    planted: { path: 'ingress/call/x.ts', line: "import { chromium } from 'playwright-core'" },
  },
  {
    name: 'the declaration of an outcome does no I/O of its own',
    from: isDeclaration,
    forbids: (target) => NODE_IO.test(target),
    planted: { path: 'shared/outcomes/builder/x.ts', line: "import { readFileSync } from 'node:fs'" },
  },
  {
    name: 'the declaration of an outcome loads at start only zod, its own kind and light shared code',
    from: isDeclaration,
    forbids: (target, dynamic) =>
      !dynamic && !/^(?:zod$|node:crypto$|shared\/(?:lib|doors|engines|outcomes|errors\.ts))/.test(target),
    planted: { path: 'shared/outcomes/builder/x.ts', line: "import { DateTime } from 'luxon'" },
  },
  {
    name: 'an outcome never loads another, nor what belongs to it',
    from: (path) => outcomeOf(path) !== undefined && !isTest(path),
    forbids: (target, _, path) => ![undefined, outcomeOf(path)].includes(outcomeOf(target)),
    planted: {
      path: 'shared/outcomes/builder/csv-clean/x.ts',
      line: "import { findExpression } from '../regex-test/find-expression.ts'",
    },
  },
  {
    name: 'what several outcomes share knows none of them, nor the catalog',
    from: (path) => /^shared\/(?:engines|doors|lib|outcomes\/lib)\//.test(path) && !isTest(path),
    forbids: (target) => outcomeOf(target) !== undefined || target.startsWith('shared/catalog/'),
    planted: { path: 'shared/engines/json/x.ts', line: "import { catalog } from '#shared/catalog/catalog.ts'" },
  },
  {
    name: 'only what ran the accepting statement says that a call may be queued',
    from: (path) =>
      !isTest(path) &&
      !path.startsWith('test/') &&
      !/^(?:ingress\/call\/charge|ingress\/call\/propose\/ask-proposal|shared\/money\/x402\/announce-settled|shared\/queues\/send|workers\/workflow\/step-runner)\.ts$/.test(
        path,
      ),
    forbids: (target) => target === 'shared/calls/accepted-call.ts',
    planted: {
      path: 'ingress/call/admit.ts',
      line: "import { acceptedCall } from '#shared/calls/accepted-call.ts'",
    },
  },
  {
    name: 'only the queues module, its traces and the pools speak BullMQ',
    from: (path) =>
      !isTest(path) &&
      !path.startsWith('test/') &&
      !/^(?:shared\/queues|shared\/tracing|shared\/db\/migrate|workers\/start-pool|ingress\/ops)/.test(path),
    forbids: (target) => target === 'bullmq',
    planted: { path: 'ingress/call/x.ts', line: "import { Queue } from 'bullmq'" },
  },
  {
    name: 'engines and lib know nothing of money, calls, queues or the database',
    from: (path) => /^shared\/(?:engines|lib)\//.test(path),
    forbids: (target) => /^shared\/(?:money|calls|queues|db|market|playground)\//.test(target),
    planted: {
      path: 'shared/engines/json/x.ts',
      line: "import { grantKey } from '#shared/money/prepaid/grant-key.ts'",
    },
  },
  {
    name: 'money and calls know nothing of the marketplace',
    from: (path) => /^shared\/(?:money|calls)\//.test(path),
    forbids: (target) => target.startsWith('shared/market/'),
    planted: { path: 'shared/money/x.ts', line: "import { logIn } from '#shared/market/users/log-in.ts'" },
  },
  {
    name: 'nothing but the tests and the operator tools loads the playground',
    from: (path) => !isTest(path) && !/^(?:shared\/playground|shared\/cli|test)\//.test(path),
    forbids: (target) => target.startsWith('shared/playground/'),
    planted: { path: 'ingress/x.ts', line: "import { main } from '#shared/playground/main.ts'" },
  },
  {
    name: 'only the playground and the tests load a local chain: a production install has none',
    from: (path) => !isTest(path) && !/^(?:shared\/playground|test)\//.test(path),
    forbids: (target) => /^(?:litesvm|solc|@foundry-rs\/)/.test(target),
    planted: { path: 'workers/settlement/x.ts', line: "import { LiteSVM } from 'litesvm'" },
  },
]

describe.each(rules)('$name', ({ from, forbids, planted }) => {
  test('is kept by every file', () => {
    const broken = sourceFiles()
      .filter(from)
      .flatMap((path) =>
        importsOf(path)
          .filter(({ target, dynamic }) => forbids(target, dynamic, path))
          .map(({ target }) => `${path} → ${target}`),
      )
    expect(broken).toEqual([])
  })

  test('is broken by the planted import', () => {
    expect(from(planted.path)).toBe(true)
    expect(
      importsOf(planted.path, planted.line).some(({ target, dynamic }) => forbids(target, dynamic, planted.path)),
    ).toBe(true)
  })
})
