/** What an agent can say of itself, each a yes or no. */
export type PracticeName =
  | 'idempotency_keys'
  | 'optimistic_locking'
  | 'readback'
  | 'retry_budget'
  | 'timeouts'
  | 'destructive_confirm'
  | 'secrets_scan'
  | 'injection_scan'
  | 'tool_pinning'
  | 'tracing'
  | 'budget_caps'
  | 'receipts'
  | 'rollback'
  | 'human_escalation'
  | 'memory_integrity'

export type DimensionId =
  | 'idempotency'
  | 'state checks'
  | 'retries'
  | 'destructive control'
  | 'secrets'
  | 'injection'
  | 'contracts'
  | 'observability'
  | 'budget'
  | 'recovery'

export type Dimension = {
  id: DimensionId
  /** Share of the score; all ten sum to 100. */
  weight: number
  /** The practices that make it up, each with the question that asks for it. */
  practices: Partial<Record<PracticeName, string>>
  why_it_matters: string
  fix: string
  /** One of our outcomes that closes the gap itself; null where none does. */
  related_slug: string | null
}

/** The published weights. Where two gaps cost the same, the one listed first is the more dangerous. */
export const dimensions: readonly Dimension[] = [
  {
    id: 'destructive control',
    weight: 15,
    practices: {
      destructive_confirm:
        'Does a human or a rule confirm every deletion, overwrite and irreversible command before it runs?',
    },
    why_it_matters: 'One wrong deletion costs more than every other fault together, and it cannot be taken back.',
    fix: 'Judge each command before it runs, and let a human confirm what cannot be undone.',
    related_slug: 'destructive-action-guard',
  },
  {
    id: 'idempotency',
    weight: 15,
    practices: { idempotency_keys: 'Does every call with an effect carry an idempotency key that its retries repeat?' },
    why_it_matters:
      'An answer that gets lost makes the agent call again: without a key it pays, sends or creates twice.',
    fix: 'Derive one key from each intent, store it before the call, and send it with every retry.',
    related_slug: 'idempotency-guard',
  },
  {
    id: 'state checks',
    weight: 12,
    practices: {
      optimistic_locking: 'Are writes conditional on the version that was read?',
      readback: 'Is the state read again after a write to see that it took effect?',
      memory_integrity: "Is the agent's own memory checked for changes that it did not make?",
    },
    why_it_matters: 'A plan made on a state that has changed since overwrites the work of others.',
    fix: 'Compare preconditions and the version right before each write, and read back after it.',
    related_slug: 'agent-state-guard',
  },
  {
    id: 'retries',
    weight: 10,
    practices: {
      retry_budget: 'Is the number of attempts limited, with growing and random pauses?',
      timeouts: 'Does every outside call have a time-out?',
    },
    why_it_matters: 'Retries without a limit turn a short outage of one service into a long one, at your cost.',
    fix: 'Limit attempts, back off with jitter, give each call a time-out, and retry only what can succeed later.',
    related_slug: null,
  },
  {
    id: 'secrets',
    weight: 10,
    practices: { secrets_scan: 'Is text scanned for secrets before it is stored, logged or sent out?' },
    why_it_matters: 'A key that reaches a log, a memory or a prompt is a key that others use.',
    fix: 'Scan what leaves the agent and what it remembers, and keep keys out of prompts.',
    related_slug: null,
  },
  {
    id: 'injection',
    weight: 10,
    practices: { injection_scan: 'Is foreign text (pages, mails, tool descriptions) scanned and treated as data?' },
    why_it_matters: 'Text the agent reads can tell it what to do, with all the rights the agent has.',
    fix: 'Scan foreign text, fence it as data, and give the tools that read it no right to act.',
    related_slug: null,
  },
  {
    id: 'contracts',
    weight: 8,
    practices: { tool_pinning: 'Are tool schemas and prices pinned, and changes noticed before use?' },
    why_it_matters: 'A tool that changes its meaning overnight does something else with the same call.',
    fix: 'Pin the digest of each tool schema and stop when it changes.',
    related_slug: null,
  },
  {
    id: 'observability',
    weight: 8,
    practices: {
      tracing: 'Is every call recorded with time, kind, result and attempt?',
      receipts: 'Is there a signed receipt for actions that someone may dispute?',
    },
    why_it_matters: 'What was not recorded can neither be explained nor repaired.',
    fix: 'Record time, kind, result, attempt and key of every call.',
    related_slug: null,
  },
  {
    id: 'budget',
    weight: 6,
    practices: { budget_caps: 'Do money, tokens and calls have ceilings that stop the agent?' },
    why_it_matters: 'A loop spends at night what was meant for a month.',
    fix: 'Set a ceiling per call, per day and per task, outside of what the agent can change.',
    related_slug: null,
  },
  {
    id: 'recovery',
    weight: 6,
    practices: {
      rollback: 'Can the effects of a failed run be undone or completed?',
      human_escalation: 'Does the agent hand over to a human when it cannot go on?',
    },
    why_it_matters: 'A run that stops half way leaves a state that nobody planned.',
    fix: 'Write down how each step is undone, and whom to call when that fails.',
    related_slug: null,
  },
]
