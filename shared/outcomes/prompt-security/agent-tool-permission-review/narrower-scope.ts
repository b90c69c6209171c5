import type { ScopeRule } from '#shared/engines/capability/scope.rules.ts'

/** What a task wants done to a thing, from its own verbs. */
type Act = 'send' | 'delete' | 'create' | 'update' | 'restart' | 'run' | 'read'

/** Strongest first: a task that uploads a report also reads it. */
const acts: readonly [Act, RegExp][] = [
  ['restart', /\b(?:restart|reboot|recreat|roll(?:s|ing)? out|bounce)\w*/i],
  ['delete', /\b(?:delet|remov|clean|purg|drop|wip|eras|prun|terminat|expir)\w*/i],
  [
    'send',
    /\b(?:send|sends|sending|post|posts|posting|notif|repl(?:y|ies)|announc|publish|messag|mail|e-mail|forward)\w*/i,
  ],
  [
    'create',
    /\b(?:upload|insert|creat|add|writ|stor|sav|put|import|backup|back up|archiv|append|record|book|schedul|open|fil)\w*/i,
  ],
  ['update', /\b(?:updat|edit|chang|renam|mov|merg|label|assign|clos|set|modif|patch|scal|sync)\w*/i],
  ['run', /\b(?:run|execut|invok|trigger|call|start|deploy|launch)\w*/i],
]

/** The action of AWS services that an act needs. */
const awsActions: Readonly<Record<string, Partial<Record<Act, string>>>> = {
  s3: { create: 'PutObject', update: 'PutObject', delete: 'DeleteObject', read: 'GetObject' },
  dynamodb: { create: 'PutItem', update: 'UpdateItem', delete: 'DeleteItem', read: 'GetItem' },
  sqs: { send: 'SendMessage', create: 'SendMessage', read: 'ReceiveMessage', delete: 'DeleteMessage' },
  sns: { send: 'Publish', create: 'Publish' },
  ses: { send: 'SendEmail', create: 'SendEmail' },
  lambda: { run: 'InvokeFunction', read: 'GetFunction' },
  logs: { create: 'PutLogEvents', read: 'GetLogEvents' },
  ec2: { restart: 'RebootInstances', run: 'StartInstances', read: 'DescribeInstances' },
  ecs: { restart: 'UpdateService', run: 'RunTask', update: 'UpdateService', read: 'DescribeServices' },
  rds: { restart: 'RebootDBInstance', read: 'DescribeDBInstances' },
  events: { send: 'PutEvents', create: 'PutEvents' },
  secretsmanager: { read: 'GetSecretValue', create: 'CreateSecret', update: 'PutSecretValue' },
}
const kubernetesVerbs: Readonly<Record<Act, string>> = {
  restart: 'delete',
  delete: 'delete',
  create: 'create',
  update: 'patch',
  send: 'create',
  run: 'create',
  read: 'get, list',
}

const kubernetesThings =
  /^(?:pods?|deployments?|statefulsets?|daemonsets?|replicasets?|services?|jobs?|cronjobs?|configmaps?|nodes?|ingresses?)[:/]/i

/** The act that a task, or a tool where no task was given, wants. */
function actOf(text: string): Act {
  return acts.find(([, words]) => words.test(text))?.[0] ?? 'read'
}

/**
 * A scope that is enough for what the task does, by its verbs: one to upload for an upload, one to send for a message.
 * The rule's own proposal, which reads, is for tasks that read.
 */
export function narrowerFor(scope: string, rule: ScopeRule, purpose: string): string | null {
  const act = actOf(purpose)
  const [service = '', rest = ''] = scope.toLowerCase().split(/[:/](.*)/)
  if (rule.provider === 'AWS' && Object.hasOwn(awsActions, service)) {
    const action = awsActions[service]?.[act]
    if (action !== undefined) return `${service}:${action} on the one resource`
  }
  if (act === 'read') return rule.narrower
  if (rule.provider === 'Kubernetes' || kubernetesThings.test(scope)) {
    const thing = [service, rest].find(
      (part) =>
        /^[a-z]+$/.test(part) && !/^(?:create|update|patch|delete|get|list|edit|admin|view|cluster)$/.test(part),
    )
    if (thing !== undefined) return `${kubernetesVerbs[act]} on ${thing} in one namespace`
    return act === 'restart'
      ? 'delete on pods, or patch on deployments, in one namespace'
      : `${kubernetesVerbs[act]} on the one kind, in one namespace`
  }
  if (rule.id === 'github.repo' || rule.id === 'github.public-repo') {
    const part = /\bissue|\bticket|\bbug/i.test(purpose)
      ? 'issues'
      : /\bpull|\bmerge|\breview/i.test(purpose)
        ? 'pull_requests'
        : 'contents'
    return `a fine-grained token with ${part}:write on the one repository`
  }
  if (rule.provider === 'Google') {
    if (/mail/i.test(scope)) return act === 'send' ? 'gmail.send' : act === 'create' ? 'gmail.insert' : 'gmail.modify'
    if (/calendar/i.test(scope)) return 'calendar.events'
    if (/drive|document|spreadsheet/i.test(scope)) return 'drive.file'
  }
  if (rule.provider === 'Slack')
    return act === 'send' || act === 'create' ? 'chat:write in named channels only' : rule.narrower
  if (rule.id.startsWith('any.'))
    return act === 'send'
      ? 'send'
      : act === 'delete'
        ? 'delete on the one kind of thing'
        : 'write on the one kind of thing'
  return rule.narrower !== null && /read|get|view|list/i.test(rule.narrower)
    ? `the single permission to ${act} on the one resource`
    : rule.narrower
}
