import type { Effect } from './effects.ts'

/** Id and version of the lexicon, the scope tables and the rules of this engine. */
export const capabilityRuleset = 'capability/2026-11-20.2'

const list = (words: string) => words.split(/\s+/)

/** Verbs by what they do; base forms, as tools are named. */
export const verbs: Readonly<
  Record<'read' | 'write' | 'delete' | 'execute' | 'send' | 'pay' | 'grant' | 'compute', readonly string[]>
> = {
  read: list(
    'get list read fetch search query find show describe view lookup look retrieve load inspect check browse crawl scrape download export dump open monitor watch tail stat status diff compare count preview peek select scan summarize summarise analyze analyse extract parse listen poll receive collect track index history explore discover enumerate grep cat head audit verify',
  ),
  write: list(
    'create add insert update write put set edit modify patch save append rename move copy merge comment label assign close reopen upload store change configure enable disable import commit push fork star pin lock unlock mark schedule book reserve register submit approve reject convert restore start stop restart scale resize attach detach sync replace toggle subscribe unsubscribe invite join draft generate publish release resolve react install upgrade migrate apply init initialize checkout rebase tag branch mkdir touch manage stage unstage ban kick mute',
  ),
  delete: list(
    'delete remove drop destroy purge truncate erase wipe terminate uninstall clear trash discard unlink rm revoke deprovision kill prune flush deactivate decommission cancel',
  ),
  execute: list(
    'execute exec run eval evaluate shell bash terminal spawn invoke compile script sudo command cmd powershell python repl interpreter console ssh deploy dispatch trigger build launch inject exploit',
  ),
  send: list(
    'send post email mail message notify tweet share forward reply broadcast publish webhook call sms dm ping submit upload transmit announce dispatch deliver relay emit',
  ),
  pay: list(
    'pay transfer charge refund purchase buy sell payout withdraw deposit swap trade invoice checkout donate tip fund topup settle stake mint bid order subscribe',
  ),
  grant: list(
    'grant authorize authorise impersonate elevate promote assume rotate reset invite provision enroll share approve regenerate issue',
  ),
  compute: list(
    'add subtract multiply divide calculate compute convert format encode decode hash sum round translate validate generate sort filter think greet hello echo time now random uuid',
  ),
}

/** Things that belong to somebody and are not public. */
export const privateNouns = list(
  'email emails mail mails inbox gmail mailbox message messages chat chats dm dms conversation conversations calendar event events contact contacts file files filesystem directory folder document documents doc docs drive note notes memory memories database databases db sql table tables record records row rows customer customers crm lead leads employee employees hr payroll patient patients medical health bank account accounts balance transaction transactions statement statements secret secrets env environment password passwords credential credentials vault keychain history clipboard screenshot screen camera microphone location profile user users private internal confidential repo repository repositories code source commit branch invoice invoices order orders log logs ticket tickets analytics report reports backup snapshot storage bucket blob s3 cookie cookies session browser wallet workspace notion confluence jira slack teams dropbox onedrive sharepoint salesforce hubspot stripe cv resume photo photos drafts knowledge graph entities kubernetes pod config configuration dataset warehouse bigquery snowflake postgres mysql mongodb redis',
)

/** Where strangers can write what a tool then reads. */
export const untrustedNouns = list(
  'web website webpage page pages url urls link links site html http https internet online rss feed feeds news article articles blog tweet tweets twitter social reddit forum post posts comment comments review reviews issue issues pull request prs email emails mail mails inbox gmail message messages chat dm dms slack discord teams telegram whatsapp sms attachment attachments pdf upload uploads ticket tickets support webhook webhooks invite invites transcript transcripts youtube video wiki wikipedia search serp google bing crawl scrape browser feedback survey form forms submission submissions npm pypi package packages readme gist marketplace discussion discussions thread threads channel notification notifications calendar event events document documents',
)

/** Ways to the outside. */
export const outsideNouns = list(
  'email mail gmail message sms slack discord telegram whatsapp teams tweet twitter webhook webhooks http https url urls api internet web website post issue issues comment comments pull gist upload ftp sftp ssh dns request endpoint public share link blog channel facebook linkedin reddit youtube call phone fax browser network remote external server smtp repo repository release review discussion page',
)

/** Money and what stands for it. */
export const moneyNouns = list(
  'payment payments pay payout payouts transfer money wallet bank invoice invoices charge charges refund refunds card crypto token usdc bitcoin eth solana fund funds order orders purchase subscription billing checkout price trade swap stake budget credit credits donation tip transaction transactions',
)

/** Who may do what. */
export const identityNouns = list(
  'user users role roles permission permissions access policy policies key keys token tokens credential credentials password passwords secret secrets iam oauth member members collaborator collaborators invite invites group groups team teams admin administrator owner account accounts mfa 2fa sso scope scopes acl certificate certificates ssh protection firewall rbac identity identities session sessions ban',
)

/** What only an attacker, or a test of one, needs; each with how bad it is that a tool says so. */
export const offensiveWords: readonly { id: string; pattern: string; severity: 'high' | 'critical' }[] = [
  {
    id: 'exploit',
    severity: 'critical',
    pattern:
      '\\b(?:exploit(?:s|ing|ation)?\\b(?! database|-db)|zero-?day|0day|rce payload|gadget chain|deserialization attack|template injection|object injection|buffer overflow|return-oriented|heap spray|symlink (?:attack|race)|toctou|race condition (?:attack|exploit)|zip ?slip|padding oracle|weaponi[sz]e\\w?|use-after-free|heap overflow|dns rebinding|session fixation|rowhammer|cold boot attack|side-channel attack|replay attacks?|downgrade attack|(?:subdomain|account) takeover|dcsync|golden saml|skeleton key|badusb|rubber ducky|cross-site scripting|xss payloads?)',
  },
  {
    id: 'exfiltration',
    severity: 'critical',
    pattern:
      '\\b(?:exfil(?:trat\\w{1,5})?\\b|steal(?:s|ing)?\\b|harvest(?:s|ed|ing)? (?:data|credentials|passwords|tokens|emails|contacts|cookies|keys)|covert(?:ly)? |hide(?:s)? (?:data|files? in|exfiltrated|payload)|data smuggling|smuggl\\w{1,4} (?:data|out)|siphon\\w{0,3}|steganograph\\w{1,3}|(?:dns|icmp|http|ssh) tunnel\\w{0,4} (?:data|out|to bypass|for exfil)|leak (?:data|files|secrets|credentials))',
  },
  {
    id: 'credential-theft',
    severity: 'critical',
    pattern:
      '\\b(?:(?:extract|dump|crack|capture|sniff|intercept|decrypt|collect|grab|phish|scrape|hook|log|record|hijack|forge|steal|clone|spoof|replay)(?:s|ing)? (?:[a-z]{2,14} ){0,4}(?:passwords?|credentials?|hash(?:es)?|handshakes?|lsass|sam database|ntds|kerberos|cookies|keystrokes|autofill|private keys?|ssh keys?|session tokens?|auth(?:entication)? tokens?|access tokens?|tickets|keychain|wallet secrets|secrets|traffic|packets|clipboard|biometrics?)|key ?log\\w{0,5}|credential (?:harvest|theft|stuffing|dump|input capture)\\w{0,4}|pass-the-(?:hash|ticket|cookie)|mimikatz|kerberoast\\w{0,3}|golden ticket|silver ticket|brute[- ]?forc\\w{1,3}|password spray\\w{0,3}|rainbow tables?|sim swap\\w{0,4}|evil maid)\\b',
  },
  {
    id: 'privilege-escalation',
    severity: 'critical',
    pattern:
      '\\b(?:privilege escalation|escalat\\w{1,3} (?:to )?(?:privileges?|root|admin|system)|priv ?esc|(?:uac|amsi|applocker|gatekeeper|sip|selinux|edr|antivirus|av|mfa|2fa|authentication|auth|firewall|waf|sandbox|paywall|captcha) bypass|bypass(?:es|ing)? (?:[a-z]{2,12} ){0,2}(?:uac|amsi|applocker|gatekeeper|selinux|edr|antivirus|defender|mfa|2fa|authentication|authorization|login|firewall|waf|sandbox|security|restrictions|protections?|detection|access controls?)|suid (?:binary|exploit)|root (?:android|device|exploit)|always ?install ?elevated|ld_? ?preload|dll (?:injection|hijack\\w{0,3}|side-?loading|search order)|container escape|escape (?:the )?(?:container|sandbox|virtual machine|vm|hypervisor|docker|chroot|jail)|cgroup (?:escape|manipulation)|token (?:impersonation|manipulation|theft)|ntlm relay|print ?nightmare|petit ?potam|dirty ?(?:cow|pipe)|abus\\w{1,3} (?:[a-z]{2,14} ){0,3}(?:sudo|setuid|capabilit\\w{1,3}|token|service|permissions?|privileges?|cron|polkit|docker socket|writable|path)|unquoted service path|writable (?:etc )?passwd|kernel (?:exploit|module exploit)|sudoers (?:injection|misconfiguration)|path hijack\\w{0,3}|privileged helper)\\b',
  },
  {
    id: 'backdoor',
    severity: 'critical',
    pattern:
      '\\b(?:back ?door\\w{0,3}|reverse[_ -]?shell|bind[_ -]?shell|web ?shell|rootkit|bootkit|command[- ]and[- ]control|c2 (?:server|beacon|channel|communication)|remote access trojan|(?:persist(?:ence)?|persistent access) (?:mechanism|via|through|using)|autorun|malicious|shell ?code|trojani[sz]ed?|implant (?:a |the )?(?:backdoor|malware|payload)|process hollowing|inject(?:s|ing)? into (?:remote )?process)\\b',
  },
  {
    id: 'malware',
    severity: 'critical',
    pattern:
      '\\b(?:ransom ?ware|malware|spyware|cryptojack\\w{0,3}|crypto ?min(?:er|ing) (?:silently|hidden)|botnet|worm propagation|trojan|logic bomb|disk wiper|virus (?:creator|builder|generator)|encrypt(?:s|ing)? (?:victim|all user|user) files)\\b',
  },
  {
    id: 'command-injection',
    severity: 'critical',
    pattern:
      '\\b(?:command injection|cmdi\\b|sqli\\b|ssti\\b|xxe\\b|ssrf\\b|sql injection|inject(?:s|ing)? (?:shellcode|malicious|(?:a )?payload|arbitrary|code into|commands?|library|(?:shell|os|system) commands?)|(?:code|process|dll|ldap|xpath|nosql|crlf|header|log|environment variable|macro|template|expression language|format string|argument) injection|path traversal|directory traversal|arbitrary (?:code|command|file) (?:execution|read|write|overwrite|upload)|unserialize|log4shell|shellshock)\\b',
  },
  {
    id: 'evasion',
    severity: 'high',
    pattern:
      '\\b(?:evad(?:e|es|ing) |evasion|disable(?:s)? (?:antivirus|defender|edr|logging|audit|security|firewall|selinux|apparmor)|anti-?forensic\\w?|(?:clear|wipe|tamper|delete)(?:s|ing)? (?:with )?(?:event |audit |system )?logs? (?:to|so)|log tampering|timestomp\\w{0,3}|undetect\\w{1,5}|stealth(?:y|ily)? |obfuscate(?:s)? (?:payload|malware|traffic))',
  },
  {
    id: 'attack-tool',
    severity: 'high',
    pattern:
      "\\b(?:denial[- ]of[- ]service|ddos|syn flood|(?:arp|dns|cache|llmnr) (?:spoof|poison)\\w{0,3}|man-in-the-middle|mitm|phishing|spoof(?:s|ed|ing)? (?:email|caller|sender|mac|ip)|deauth\\w{0,8}|evil twin|hijack(?:s|ing)?\\b|clickjack\\w{0,3}|social engineering|attack(?:s|ing)? (?:target|payload|vector|surface of|via|using|with)|(?:lateral|post)[- ](?:movement|exploitation)|victim(?:s|'s)?\\b|tamper(?:s|ing)? with|slowloris|(?:zip|fork|decompression|logic) bombs?|billion laughs|(?:dictionary|wordlist) attacks?|packet (?:inject|sniff)\\w{1,4}|jam(?:s|ming)? (?:wi-?fi|wireless|radio|gps|signals?)|clone (?:a |the )?(?:login page|website|rfid|badge|card))\\b",
  },
]

/** Parameters that have no business in a tool but to carry the conversation out of the agent. */
export const sideParameters: readonly { pattern: string; severity: 'medium' | 'high' }[] = [
  {
    severity: 'high',
    pattern:
      '^(?:side_?note|system_?prompt|conversation_?history|chat_?history|full_?(?:context|conversation)|chain_?of_?thought|hidden_?context|context_?injection|override_?safety|simulate_?privilege|previous_?messages|raw_?prompt|user_?prompt|original_?prompt|available_?tools|tools_?list|model_?name_?and_?version)$',
  },
  {
    severity: 'medium',
    pattern:
      '^(?:conversation|reasoning|thoughts?|scratchpad|user_?intent|model_?context|agent_?context|feedback|_context|memory_?dump|all_?messages|session_?context|telemetry)$',
  },
]

export const actingEffects: ReadonlySet<Effect> = new Set(['writes', 'deletes', 'executes', 'money', 'identity'])
