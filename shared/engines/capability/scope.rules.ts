import type { Effect } from './effects.ts'

/** What one kind of scope lets its holder do. `pattern` is matched against the whole scope, without regard to case. */
export type ScopeRule = {
  id: string
  provider: string
  pattern: RegExp
  effects: readonly Effect[]
  /** 0 to 100. */
  risk: number
  /** A scope that is enough for most of what this one is asked for; null when there is none. */
  narrower: string | null
}

/** Scopes of providers that tools are most often connected to; the first that matches counts. */
export const scopeRules: readonly ScopeRule[] = [
  // GitHub
  {
    id: 'github.delete-repo',
    provider: 'GitHub',
    pattern: /^delete_repo$/,
    effects: ['deletes'],
    risk: 90,
    narrower: null,
  },
  {
    id: 'github.admin',
    provider: 'GitHub',
    pattern:
      /^(?:admin:(?:org|repo_hook|org_hook|public_key|gpg_key|enterprise|ssh_signing_key)|site_admin|manage_runners:.*|manage_billing:.*)$/,
    effects: ['identity', 'writes', 'deletes'],
    risk: 90,
    narrower: 'read:org',
  },
  {
    id: 'github.repo',
    provider: 'GitHub',
    pattern: /^repo$/,
    effects: ['reads_private', 'writes', 'deletes', 'network'],
    risk: 70,
    narrower: 'public_repo, or a fine-grained token with contents:read',
  },
  {
    id: 'github.public-repo',
    provider: 'GitHub',
    pattern:
      /^(?:public_repo|repo:status|repo_deployment|gist|write:packages|workflow|write:discussion|write:repo_hook)$/,
    effects: ['writes', 'network'],
    risk: 45,
    narrower: 'contents:read',
  },
  {
    id: 'github.delete-packages',
    provider: 'GitHub',
    pattern: /^delete:packages$/,
    effects: ['deletes'],
    risk: 70,
    narrower: 'read:packages',
  },
  {
    id: 'github.write-org',
    provider: 'GitHub',
    pattern: /^(?:write:org|repo:invite|user|write:public_key|write:gpg_key)$/,
    effects: ['identity', 'writes'],
    risk: 65,
    narrower: 'read:org or read:user',
  },
  {
    id: 'github.read',
    provider: 'GitHub',
    pattern:
      /^(?:read:(?:org|user|packages|discussion|public_key|gpg_key|project|audit_log|enterprise|repo_hook)|user:email|repo:read|security_events|notifications)$/,
    effects: ['reads_private'],
    risk: 20,
    narrower: null,
  },
  // Google
  {
    id: 'google.all',
    provider: 'Google',
    pattern:
      /^https:\/\/(?:mail\.google\.com\/|www\.googleapis\.com\/auth\/(?:cloud-platform|drive|calendar|gmail\.modify|contacts|spreadsheets|documents|admin\.directory\.[\w.]+|compute|devstorage\.full_control))$/,
    effects: ['reads_private', 'writes', 'deletes', 'network'],
    risk: 75,
    narrower: 'the same scope with .readonly, or drive.file',
  },
  {
    id: 'google.send',
    provider: 'Google',
    pattern: /^https:\/\/www\.googleapis\.com\/auth\/gmail\.(?:send|compose|insert)$/,
    effects: ['network', 'writes'],
    risk: 55,
    narrower: null,
  },
  {
    id: 'google.readonly',
    provider: 'Google',
    pattern:
      /^https:\/\/www\.googleapis\.com\/auth\/[\w.]+\.readonly$|^https:\/\/www\.googleapis\.com\/auth\/(?:gmail\.metadata|gmail\.labels|drive\.metadata)$/,
    effects: ['reads_private', 'reads_untrusted'],
    risk: 30,
    narrower: null,
  },
  {
    id: 'google.file',
    provider: 'Google',
    pattern:
      /^https:\/\/www\.googleapis\.com\/auth\/(?:drive\.file|drive\.appdata|calendar\.events|calendar\.app\.created)$/,
    effects: ['reads_private', 'writes'],
    risk: 35,
    narrower: null,
  },
  // Slack
  {
    id: 'slack.admin',
    provider: 'Slack',
    pattern: /^admin(?:\..+)?(?::write)?$/,
    effects: ['identity', 'writes', 'deletes'],
    risk: 90,
    narrower: 'users:read',
  },
  {
    id: 'slack.write',
    provider: 'Slack',
    pattern:
      /^(?:chat:write(?:\.\w+)?|files:write|channels:(?:write|manage)|groups:write|im:write|mpim:write|reactions:write|incoming-webhook|links:write|pins:write|usergroups:write)$/,
    effects: ['network', 'writes'],
    risk: 45,
    narrower: 'chat:write in named channels only',
  },
  {
    id: 'slack.history',
    provider: 'Slack',
    pattern: /^(?:channels|groups|im|mpim):history$|^search:read(?:\.\w+)?$/,
    effects: ['reads_private', 'reads_untrusted'],
    risk: 40,
    narrower: 'channels:read',
  },
  {
    id: 'slack.read',
    provider: 'Slack',
    pattern:
      /^(?:users|channels|groups|team|files|reactions|pins|im|mpim|usergroups|emoji|bookmarks):read(?:\.email)?$/,
    effects: ['reads_private'],
    risk: 20,
    narrower: null,
  },
  // AWS IAM
  {
    id: 'aws.everything',
    provider: 'AWS',
    pattern:
      /^(?:\*|\*:\*|arn:aws:iam::aws:policy\/(?:AdministratorAccess|PowerUserAccess|.*FullAccess))$|^(?:AdministratorAccess|PowerUserAccess|[A-Za-z0-9]+FullAccess)$/,
    effects: ['reads_private', 'writes', 'deletes', 'executes', 'identity', 'network'],
    risk: 100,
    narrower: 'the single actions the task needs, such as s3:GetObject',
  },
  {
    id: 'aws.iam',
    provider: 'AWS',
    pattern:
      /^(?:iam|sts|organizations|sso|kms|secretsmanager):(?:\*|Put.*|Create.*|Attach.*|Update.*|Add.*|PassRole|AssumeRole.*|Delete.*|Detach.*|Remove.*|Set.*)$/,
    effects: ['identity', 'writes'],
    risk: 95,
    narrower: 'iam:Get* and iam:List*',
  },
  {
    id: 'aws.secret-read',
    provider: 'AWS',
    pattern: /^(?:secretsmanager:(?:Get|BatchGet).*|ssm:GetParameter.*|kms:Decrypt)$/,
    effects: ['reads_private'],
    risk: 60,
    narrower: 'the ARN of the one secret',
  },
  {
    id: 'aws.run',
    provider: 'AWS',
    pattern:
      /^(?:lambda:(?:InvokeFunction|\*)|ssm:(?:SendCommand|StartSession|\*)|ec2:RunInstances|ecs:(?:RunTask|ExecuteCommand|\*)|codebuild:StartBuild|states:StartExecution|batch:SubmitJob)$/,
    effects: ['executes'],
    risk: 80,
    narrower: 'the ARN of the one function',
  },
  {
    id: 'aws.delete',
    provider: 'AWS',
    pattern: /^[a-z0-9-]+:(?:Delete|Terminate|Remove|Purge|Deregister|Disable|Revoke|Cancel).*$/,
    effects: ['deletes'],
    risk: 80,
    narrower: null,
  },
  {
    id: 'aws.wildcard',
    provider: 'AWS',
    pattern: /^[a-z0-9-]+:\*$/,
    effects: ['reads_private', 'writes', 'deletes'],
    risk: 85,
    narrower: 'Get*, List* and Describe* of the same service',
  },
  {
    id: 'aws.write',
    provider: 'AWS',
    pattern:
      /^[a-z0-9-]+:(?:Put|Create|Update|Modify|Write|Start|Stop|Reboot|Attach|Detach|Tag|Untag|Copy|Restore|Import|Set|Associate|Register|Enable|Publish|Send)[A-Z*].*$/,
    effects: ['writes'],
    risk: 55,
    narrower: 'the ARN of the one resource',
  },
  {
    id: 'aws.read',
    provider: 'AWS',
    pattern: /^[a-z0-9-]+:(?:Get|List|Describe|BatchGet|Head|Query|Scan|Select|Search|View|Lookup)[A-Z*].*$/,
    effects: ['reads_private'],
    risk: 25,
    narrower: null,
  },
  // Stripe and other payment
  {
    id: 'payment.write',
    provider: 'payment',
    pattern:
      /^(?:(?:charges?|payments?|payment_intents?|refunds?|payouts?|transfers?|checkout|subscriptions?|invoices?|balance|orders?|billing|wallet)[:._](?:write|create|manage|full|rw|\*)|(?:rak_)?(?:charge|payment_intent|refund|payout|transfer|subscription|invoice)_write|write:(?:payments?|orders?|refunds?)|read_write|payments|pay)$/,
    effects: ['money', 'writes'],
    risk: 90,
    narrower: 'the same resource with read',
  },
  {
    id: 'payment.read',
    provider: 'payment',
    pattern:
      /^(?:(?:charges?|payments?|payment_intents?|refunds?|payouts?|transfers?|subscriptions?|invoices?|balance|orders?|billing|wallet)[:._]read|(?:rak_)?\w+_read|read:(?:payments?|orders?))$/,
    effects: ['reads_private'],
    risk: 30,
    narrower: null,
  },
  // Kubernetes RBAC, as "verb resource", "resource:verb" or a role
  {
    id: 'k8s.cluster-admin',
    provider: 'Kubernetes',
    pattern: /^(?:cluster-admin|system:masters|(?:\*[ :/]\*))$/,
    effects: ['reads_private', 'writes', 'deletes', 'executes', 'identity'],
    risk: 100,
    narrower: 'view in one namespace',
  },
  {
    id: 'k8s.secrets',
    provider: 'Kubernetes',
    pattern: /^(?:(?:get|list|watch|\*)[ :/]secrets|secrets[ :/](?:get|list|watch|\*))$/,
    effects: ['reads_private'],
    risk: 75,
    narrower: 'get on the one secret by resourceNames',
  },
  {
    id: 'k8s.exec',
    provider: 'Kubernetes',
    pattern:
      /^(?:(?:create|get|\*)[ :/]pods\/(?:exec|attach|portforward)|pods\/(?:exec|attach|portforward)(?:[ :/].+)?)$/,
    effects: ['executes'],
    risk: 85,
    narrower: 'pods/log',
  },
  {
    id: 'k8s.identity',
    provider: 'Kubernetes',
    pattern:
      /^(?:(?:create|update|patch|bind|escalate|impersonate|delete|\*)[ :/](?:cluster)?(?:roles?|rolebindings?|serviceaccounts?(?:\/token)?)|escalate|impersonate|bind)$/,
    effects: ['identity'],
    risk: 90,
    narrower: 'get on roles',
  },
  {
    id: 'k8s.delete',
    provider: 'Kubernetes',
    pattern: /^(?:delete|deletecollection)[ :/][\w*/]+$/,
    effects: ['deletes'],
    risk: 70,
    narrower: null,
  },
  {
    id: 'k8s.edit',
    provider: 'Kubernetes',
    pattern: /^(?:edit|admin|(?:create|update|patch)[ :/][\w*/]+)$/,
    effects: ['writes'],
    risk: 55,
    narrower: 'view',
  },
  // Microsoft Graph
  {
    id: 'graph.all',
    provider: 'Microsoft',
    pattern:
      /^(?:Directory|RoleManagement|Application|AppRoleAssignment|User|Group|Policy)\.(?:ReadWrite|AccessAsUser)\.[\w.]+$/i,
    effects: ['identity', 'writes', 'reads_private'],
    risk: 90,
    narrower: 'the same with Read',
  },
  {
    id: 'graph.write',
    provider: 'Microsoft',
    pattern:
      /^(?:Mail|Files|Sites|Calendars|Contacts|Notes|Chat|ChannelMessage|Tasks)\.(?:ReadWrite|FullControl|Send|Manage)(?:\.\w+)*$/i,
    effects: ['reads_private', 'writes', 'network'],
    risk: 60,
    narrower: 'the same with Read',
  },
  {
    id: 'graph.read',
    provider: 'Microsoft',
    pattern:
      /^(?:Mail|Files|Sites|Calendars|Contacts|Notes|Chat|User|Directory|Group|Tasks|ChannelMessage)\.Read(?:Basic)?(?:\.\w+)*$/i,
    effects: ['reads_private', 'reads_untrusted'],
    risk: 30,
    narrower: null,
  },
  // What any service may call its scopes
  {
    id: 'any.everything',
    provider: 'any',
    pattern: /^(?:all|full|full[_-]?access|\*|root|superuser|sudo|owner|everything|unrestricted|god)$/i,
    effects: ['reads_private', 'writes', 'deletes', 'executes', 'identity', 'network'],
    risk: 95,
    narrower: 'the single permissions the task needs',
  },
  {
    id: 'any.admin',
    provider: 'any',
    pattern: /(?:^|[:._/-])admin(?:istrator)?(?:$|[:._/-])/i,
    effects: ['identity', 'writes', 'deletes'],
    risk: 85,
    narrower: 'read',
  },
  {
    id: 'any.execute',
    provider: 'any',
    pattern: /(?:^|[:._/-])(?:exec(?:ute)?|run|shell|invoke|deploy)(?:$|[:._/-])/i,
    effects: ['executes'],
    risk: 75,
    narrower: null,
  },
  {
    id: 'any.delete',
    provider: 'any',
    pattern: /(?:^|[:._/-])(?:delete|destroy|remove|purge)(?:$|[:._/-])/i,
    effects: ['deletes'],
    risk: 70,
    narrower: null,
  },
  {
    id: 'any.wildcard',
    provider: 'any',
    pattern: /(?:^|[:._/-])(?:\*|all|manage|full)$/i,
    effects: ['reads_private', 'writes', 'deletes'],
    risk: 70,
    narrower: 'read',
  },
  {
    id: 'any.money',
    provider: 'any',
    pattern: /(?:^|[:._/-])(?:pay|transfer|charge|refund|spend|withdraw|trade)(?:$|[:._/-])/i,
    effects: ['money'],
    risk: 85,
    narrower: null,
  },
  {
    id: 'any.send',
    provider: 'any',
    pattern: /(?:^|[:._/-])(?:send|publish|post|share|network|http|internet)(?:$|[:._/-])/i,
    effects: ['network', 'writes'],
    risk: 45,
    narrower: null,
  },
  {
    id: 'any.write',
    provider: 'any',
    pattern: /(?:^|[:._/-])(?:write|rw|readwrite|read_write|edit|create|update|modify|upload)(?:$|[:._/-])/i,
    effects: ['writes'],
    risk: 45,
    narrower: 'read',
  },
  {
    id: 'any.read',
    provider: 'any',
    pattern: /(?:^|[:._/-])(?:read|readonly|read_only|get|list|view|search)(?:$|[:._/-])/i,
    effects: ['reads_private'],
    risk: 20,
    narrower: null,
  },
]
