import { optionValues } from '#shared/engines/destructive/command/option-values.ts'
import { findTargets, hostTarget, namedTarget } from './find-targets.ts'
import type { Target } from './find-targets.ts'
import { contextFields } from './target.rules.ts'
import type { ContextField } from './target.rules.ts'

/** The first word that is no option and belongs to none: what follows it runs there. Addresses are found by their shape. */
const SSH =
  /(?<![\w./-])(ssh|mosh)(?:\s+-[BbcDEeFIiJLlmOoPpQRSWw](?:\s+|(?=\S))[^\s;|&]{1,200}|\s+-[a-zA-Z0-9]{1,20}|\s+--[\w-]{1,40}(?:=\S{1,200})?){0,8}\s+["']?(?:[\w.-]{1,64}@)?([A-Za-z0-9][\w.-]{0,252})(?=\s|$|["'])/g

/** What flags, environment variables and places of a command line name; `fields` are those of the context they overrule. */
export function flagTargets(
  commands: readonly (readonly string[])[],
  text: string,
): { targets: Target[]; fields: Set<string> } {
  const targets: Target[] = []
  const fields = new Set<string>()
  for (const rule of contextFields) {
    const flagged = commands.flatMap((argv) =>
      rule.flags !== '' && rule.tools.includes(baseName(argv[0]))
        ? optionValues(argv, rule.flags).map((value) => ({ value, from: 'a flag of the action' }))
        : [],
    )
    const assigned = rule.variables.flatMap((variable) =>
      [...text.matchAll(new RegExp(`(?<![\\w])${variable}=["']?([^\\s"';]{1,500})`, 'g'))].map(([, value = '']) => ({
        value,
        from: `${variable} in the action`,
      })),
    )
    for (const { value, from } of [...flagged, ...assigned].slice(0, 20)) {
      if (value === '' || value.startsWith('$')) continue
      fields.add(rule.field)
      targets.push(...fieldTargets(rule, value, from))
    }
  }
  for (const [, from = '', host = ''] of text.matchAll(SSH))
    if (!/^\d+(?:\.\d+){3}$/.test(host)) targets.push(hostTarget(host, `the host of ${from}`))
  for (const [, host = ''] of text.matchAll(
    /\b(?:scp|rsync|sftp)\s[^\n;|&]{0,300}?(?:[\w.-]+@)?([a-z][\w.-]{1,252}):/gi,
  ))
    targets.push(hostTarget(host, 'the host of a copy'))
  for (const argv of commands) {
    if (/^(?:curl|wget|http|https|xh|GET|POST|PUT|DELETE|PATCH|HEAD)$/.test(baseName(argv[0]))) {
      // A word a URL parser takes as an address, written so that no pattern would see it.
      for (const word of argv.slice(1)) {
        const host =
          /^(?:https?:\/\/)?(\d{8,10}|0x[0-9a-f]{1,8}|(?:0x?[0-9a-f]+\.){1,3}[0-9a-fx]+|\[[0-9a-f:.]+\]|metadata|instance-data)(?::\d+)?(?:\/|$)/i.exec(
            word,
          )?.[1]
        if (host !== undefined) targets.push(hostTarget(host, 'the address of the request'))
      }
    }
    const workspace = argv.indexOf('workspace')
    const selected = argv[workspace + 2]
    if (workspace > 0 && /^(?:select|new|delete)$/.test(argv[workspace + 1] ?? '') && selected !== undefined) {
      fields.add('tf_workspace')
      targets.push(namedTarget('terraform', selected, 'the workspace of the action'))
    }
  }
  return { targets, fields }
}

/** One named value of the context, or of a flag that stands for it. */
export function fieldTargets({ field, kind }: ContextField, value: string, where: string): Target[] {
  if (field === 'aws_account_id') return [namedTarget(kind, value, where, { account: value, field: 'account_id' })]
  if (field === 'aws_region') return [namedTarget(kind, value, where, { region: value, field: 'region' })]
  if (field === 'azure_subscription') return [namedTarget(kind, value, where, { account: value, field: 'account_id' })]
  if (field === 'gcp_project') return [namedTarget(kind, value, where, { account: value, field: 'project' })]
  if (field === 'kube_context') return [namedTarget(kind, value, where, { field: 'cluster' })]
  if (field === 'namespace') return [namedTarget(kind, value, where, { field: 'namespace' })]
  if (field === 'hostname' || field === 'database_host') return [hostTarget(value, where)]
  const inner = /[:=]/.test(value) ? findTargets(value, where) : []
  return inner.length > 0 ? inner : [namedTarget(kind, value, where)]
}

export const baseName = (command = '') => command.slice(command.lastIndexOf('/') + 1)
