import type { Severity } from '#shared/engines/guard/verdict.ts'
import type { SkillFileKind } from '../skill-file.ts'
import type { SkillCategory } from '#shared/engines/skill/skill-verdict.ts'

export const skillRuleset = 'skill-vet/2026-11-20.2'

/** One sign of malice or carelessness. Patterns are bounded and look at one place of one file. */
export type SkillRule = {
  id: string
  category: SkillCategory
  severity: Severity
  pattern: RegExp
  /** Kinds of file it looks at; instructions and code unless said. */
  in?: readonly SkillFileKind[]
  why: string
  fix: string
}

const code: readonly SkillFileKind[] = ['shell', 'python', 'javascript']
const words: readonly SkillFileKind[] = ['markdown', 'text']

export const skillRules: readonly SkillRule[] = [
  // Lures
  {
    id: 'lure.required-download',
    category: 'social_engineering',
    severity: 'high',
    in: words,
    pattern:
      /\b(?:required|mandatory|must|need(?:s)? to|before (?:using|you (?:can|start)|first use|running)|prerequisites?)\b[^\n]{0,120}\b(?:download|install|run|execute|paste)\b[^\n]{0,160}(?:https?:\/\/(?!(?:www\.)?(?:nodejs\.org|python\.org|docs?\.|github\.com\/(?:cli|git-lfs)|brew\.sh|docker\.com|rust-lang\.org|go\.dev|npmjs\.com|pypi\.org))[^\s)]{4,200}\.(?:zip|exe|dmg|pkg|msi|rar|7z|sh|ps1|bat|scr|jar|appimage|deb|rpm)\b)/gi,
    why: 'The skill wants a program from elsewhere before it works; that is how skills carry malware.',
    fix: 'Do not download it; ask for the source, or for a package of a registry with a pinned version.',
  },
  {
    id: 'lure.password-archive',
    category: 'social_engineering',
    severity: 'high',
    in: words,
    pattern:
      /\b(?:zip|archive|rar|7z|extract|unzip|file)\b[^\n]{0,80}\b(?:password|pass|passphrase|pwd)\b ?(?:is|:|=|-)? ?[`"']?\w{2,40}|\b(?:extract|unzip|open)\b[^\n]{0,60}\b(?:using|with|use) (?:the )?(?:pass(?:word|phrase)?|pwd)\b/gi,
    why: 'An archive with a password cannot be scanned by anyone on the way.',
    fix: 'Do not open it.',
  },
  {
    id: 'lure.paste-in-terminal',
    category: 'social_engineering',
    severity: 'high',
    in: words,
    pattern:
      /\b(?:copy|paste|run|enter|type|execute)\b[^\n]{0,80}\b(?:in(?:to)?|on|inside) (?:your |the |a )?(?:terminal|command (?:line|prompt)|shell|powershell|console)\b[^]{0,240}?(?:curl|wget|base64|iwr|iex|powershell|osascript|bash -c|sh -c|https?:\/\/)/gi,
    why: 'It asks a person to run a fetched or encoded command by hand.',
    fix: 'Do not run it; read what the command does first.',
  },
  {
    id: 'lure.disable-security',
    category: 'social_engineering',
    severity: 'critical',
    pattern:
      /\b(?:disable|turn off|deactivate|bypass|switch off|stop)\b[^\n]{0,40}\b(?:antivirus|anti-virus|defender|gatekeeper|firewall|sip|selinux|apparmor|smartscreen|uac|security (?:software|features?|checks?|warnings?|prompts?)|sandbox(?:ing)?|permission prompts?|safety checks?|real-?time protection)\b|\b(?:xattr -[rd]{1,3} {1,4}com\.apple\.quarantine|spctl --master-disable|csrutil disable|set-mppreference -disable\w{0,30}|netsh advfirewall set \w{1,20} state off|setenforce 0|ufw disable)\b/gi,
    why: 'It switches protection off.',
    fix: 'Never switch protection off for a skill.',
  },
  {
    id: 'lure.skip-confirmation',
    category: 'social_engineering',
    severity: 'high',
    pattern:
      /--dangerously-skip-permissions|--yolo\b|\b(?:auto[- ]?approve|automatically (?:approve|accept|confirm)|skip (?:all )?(?:confirmations?|approvals?|permission(?:s| prompts?)?)|without (?:asking|prompting|confirming with) (?:the )?user|never ask (?:the user )?(?:for )?(?:permission|confirmation|approval))\b/gi,
    why: 'It takes the human out of the loop.',
    fix: 'Keep confirmations on for this skill.',
  },
  {
    id: 'lure.urgency',
    category: 'social_engineering',
    severity: 'low',
    in: words,
    pattern:
      /\b(?:act now|immediately or|your (?:account|system|computer) (?:is|has been|will be) (?:compromised|suspended|locked|infected)|urgent(?:ly)? (?:update|action) required)\b/gi,
    why: 'It presses the reader.',
    fix: 'Check the claim elsewhere.',
  },
  {
    id: 'lure.hide-from-user',
    category: 'prompt_injection',
    severity: 'high',
    in: words,
    pattern:
      /\b(?:do not|don't|never|without) (?:tell|telling|mention|mentioning|inform|informing|show|showing|reveal|revealing|notify|notifying|alert|alerting)\b[^\n.]{0,60}\b(?:user|human|operator|anyone|owner)\b/gi,
    why: 'It wants the agent to act behind its user’s back.',
    fix: 'Remove the skill.',
  },
  {
    id: 'lure.run-first',
    category: 'prompt_injection',
    severity: 'medium',
    in: words,
    pattern:
      /\b(?:always|first|immediately|silently|automatically) (?:run|execute|invoke|call)\b[^\n]{0,80}\b(?:before (?:anything|any other|doing|answering|responding|every)|on (?:every|each)|at (?:the )?(?:start|startup)|whenever)\b/gi,
    why: 'It wants its code to run whatever the user asks for.',
    fix: 'Run scripts only for what the user asked.',
  },
  {
    id: 'lure.change-agent',
    category: 'persistence',
    severity: 'high',
    pattern:
      /\b(?:append|add|write|insert|modify|edit|update|echo)\b[^\n]{0,80}(?:CLAUDE\.md|AGENTS\.md|GEMINI\.md|\.cursorrules|\.cursor\/rules|\.github\/copilot-instructions|\.windsurfrules|SOUL\.md|MEMORY\.md|settings\.json|mcp\.json|claude_desktop_config|\.mcp\.json)/gi,
    why: 'It changes the instructions or settings that the agent follows everywhere.',
    fix: 'Make such changes by hand, after reading them.',
  },
  // Running what was fetched or hidden
  {
    id: 'exec.pipe-to-shell',
    category: 'command_execution',
    severity: 'critical',
    pattern:
      /\b(?:curl|wget|fetch|iwr|invoke-webrequest)\b[^\n|]{0,300}\|\s{0,40}(?:sudo\s{1,40})?(?:(?:ba|z|da|k)?sh|python\d?|node|perl|ruby|php|iex)\b|\b(?:ba|z)?sh\s{1,40}(?:-c\s{1,40})?["']?(?:<\(|\$\()\s{0,40}(?:curl|wget)\b|\biex\s{0,40}\(?\s{0,40}(?:\(?new-object net\.webclient\)?\.downloadstring|\(?iwr|\(?invoke-webrequest)/gi,
    why: 'It fetches a script and runs it unread.',
    fix: 'Download, read and pin the script, or use a package of a registry.',
  },
  {
    id: 'exec.decode-to-shell',
    category: 'command_execution',
    severity: 'critical',
    pattern:
      /\bbase64\s{1,40}(?:-d|-D|-di|--decode|-i)[^\n|]{0,120}\|\s{0,40}(?:sudo\s{1,40})?(?:ba|z|da)?sh\b|\becho\s{1,40}["']?[A-Za-z0-9+/=]{24,}["']?\s{0,40}\|\s{0,40}base64\s{1,40}(?:-d|-D|--decode)|\b(?:xxd -r|openssl enc -d|gunzip -c|rev|tr [^\n|]{2,40})[^\n|]{0,120}\|\s{0,40}(?:ba|z|da)?sh\b|powershell(?:\.exe)?\s{1,40}[^\n]{0,80}-e(?:nc|ncodedcommand)?\s{1,40}[A-Za-z0-9+/=]{20,}/gi,
    why: 'It runs a command that is hidden in an encoding.',
    fix: 'Decode it and read it; do not run it.',
  },
  {
    id: 'exec.eval-decoded',
    category: 'obfuscation',
    severity: 'critical',
    in: code,
    pattern:
      /\b(?:eval|exec|execSync|Function|compile|runInNewContext|runInThisContext)\s{0,40}\(\s{0,40}(?:[\w.]{0,40}\()?\s{0,40}(?:atob|base64\.b64decode|b64decode|Buffer\.from|bytes\.fromhex|codecs\.decode|zlib\.decompress|marshal\.loads|__import__\(['"]base64|unescape|decodeURIComponent|String\.fromCharCode|lzma\.decompress|gzip\.decompress)/g,
    why: 'It decodes code and runs it, so that nobody can read what runs.',
    fix: 'Ask for the plain source.',
  },
  {
    id: 'exec.eval-fetched',
    category: 'command_execution',
    severity: 'critical',
    in: code,
    pattern:
      /\b(?:eval|exec|Function)\s{0,40}\(\s{0,40}(?:await\s{1,40})?(?:\(?\s{0,40}await\s{1,40})?(?:requests\.get|urllib\.request\.urlopen|urlopen|httpx\.get|fetch|axios\.get)\b/g,
    why: 'It runs what it fetches.',
    fix: 'Ship the code with the skill.',
  },
  {
    id: 'exec.dynamic',
    category: 'command_execution',
    severity: 'medium',
    in: ['python', 'javascript'],
    pattern:
      /\b(?:os\.system|os\.popen|subprocess\.(?:run|call|Popen|check_output|check_call|getoutput))\s{0,40}\([^\n]{0,200}(?:shell\s{0,40}=\s{0,40}True|\bf["']|["']\s{0,40}\+|%\s{0,40}\(|\.format\()|\b(?:execSync|child_process\.exec|exec)\s{0,40}\(\s{0,40}(?:`[^`\n]{0,200}\$\{|["'][^"'\n]{0,200}["']\s{0,40}\+)|\beval\s{0,40}\(\s{0,40}(?!["'`])\w/g,
    why: 'It builds a command or code from values, which lets whoever controls them run anything.',
    fix: 'Pass arguments as a list, and never evaluate data.',
  },
  {
    id: 'exec.reverse-shell',
    category: 'command_execution',
    severity: 'critical',
    pattern:
      /\/dev\/tcp\/[\w.${}-]{3,80}\/\d|\bnc(?:at)?\s{1,40}[^\n]{0,60}-[a-z]{0,4}e\s{0,40}\/bin\/(?:ba)?sh|\bbash\s{1,40}-i\s{1,40}>&|\bmkfifo\b[^\n]{0,120}\bnc\b|socket\.socket\([^]{0,400}?(?:os\.dup2|subprocess\.(?:call|Popen)\(\[?["']\/bin\/(?:ba)?sh)|\bsocat\b[^\n]{0,80}exec:/gi,
    why: 'It opens a shell to somebody else’s machine.',
    fix: 'Remove the skill and look for what else it did.',
  },
  {
    id: 'exec.remote-script-file',
    category: 'command_execution',
    severity: 'high',
    pattern:
      /\b(?:curl|wget)\b[^\n]{0,200}(?:-o|-O|--output|>)\s{0,40}["']?([\w./~$-]{1,80})["']?[^\n]{0,40}\n?[^\n]{0,80}(?:chmod\s{1,40}(?:\+x|7\d\d)|&&\s{0,40}(?:ba)?sh|;\s{0,40}(?:ba)?sh|&&\s{0,40}\.\/|\bpython\d?\s{1,40}\1|\bbash\s{1,40}\1)/gi,
    why: 'It downloads a file and runs it.',
    fix: 'Ship the file with the skill, or check its digest before running it.',
  },
  // Taking data
  {
    id: 'exfil.env-to-network',
    category: 'data_exfiltration',
    severity: 'critical',
    pattern:
      /\b(?:env|printenv|set)\b\s{0,40}\|\s{0,40}(?:curl|nc|wget|base64)|\b(?:curl|wget|nc)\b[^\n]{0,200}(?:\$\(\s{0,40}(?:env|printenv|cat\s{1,40}[^)]{0,80}(?:\.ssh|\.aws|\.env|id_rsa|credentials|\.netrc|\.npmrc|\.kube|wallet))|@\s{0,40}~?\/?[\w./-]{0,60}(?:\.ssh\/|\.aws\/|\.env\b|id_rsa|credentials\b|\.netrc|\.npmrc|wallet\.dat))/gi,
    why: 'It sends the environment or credential files to a server.',
    fix: 'Remove the skill and rotate what it could read.',
  },
  {
    id: 'exfil.credential-files',
    category: 'data_exfiltration',
    severity: 'high',
    in: ['shell', 'python', 'javascript'],
    pattern:
      /(?:~|\$HOME|\$\{HOME\}|expanduser\(["']~|homedir\(\)[^\n]{0,20}|\/home\/\w{1,30}|\/root|Path\.home\(\)[^\n]{0,20})[^\n]{0,30}(?:\.ssh\/(?:id_\w{2,10}|\*|config)?|\.aws\/credentials|\.kube\/config|\.docker\/config\.json|\.netrc|\.npmrc|\.pypirc|\.git-credentials|\.gnupg|\.config\/gcloud|\.azure|\.electrum|\.bitcoin|\.ethereum|\.solana\/id\.json|Library\/Keychains|\.bash_history|\.zsh_history|\.password-store|Login Data|cookies\.sqlite|Local Storage\/leveldb)/g,
    why: 'It reads credentials of the machine it runs on.',
    fix: 'A skill gets the credentials it needs by name, from the user.',
  },
  {
    id: 'exfil.browser-data',
    category: 'data_exfiltration',
    severity: 'high',
    in: ['shell', 'python', 'javascript'],
    pattern:
      /(?:Google\/Chrome|BraveSoftware|Mozilla\/Firefox|Microsoft\/Edge|Chromium|Opera Software)[^\n]{0,80}(?:Login Data|Cookies|key4\.db|logins\.json|Local State|Web Data|User Data|Extension Settings)|\b(?:metamask|phantom|exodus|atomic wallet|ledger live)\b[^\n]{0,60}(?:leveldb|vault|wallet|storage)/gi,
    why: 'It reads passwords, cookies or wallets of a browser.',
    fix: 'Remove the skill.',
  },
  {
    id: 'exfil.clipboard-keys',
    category: 'data_exfiltration',
    severity: 'high',
    in: code,
    pattern:
      /\b(?:pynput\.keyboard|keyboard\.on_press|GetAsyncKeyState|SetWindowsHookEx|ImageGrab\.grab|pyautogui\.screenshot|screencapture -x|pyperclip\.paste|pbpaste)\b/g,
    why: 'It records keys, the screen or the clipboard.',
    fix: 'Make sure that this is what the skill is for.',
  },
  {
    id: 'exfil.collector',
    category: 'data_exfiltration',
    severity: 'high',
    pattern:
      /https?:\/\/(?:[\w-]{1,60}\.)?(?:webhook\.site|requestbin\.(?:com|net)|pipedream\.net|oast\.\w{2,6}|interact\.sh|burpcollaborator\.net|ngrok(?:-free)?\.(?:io|app|dev)|discord(?:app)?\.com\/api\/webhooks|api\.telegram\.org\/bot|hookbin\.com|beeceptor\.com|requestcatcher\.com|dnslog\.cn|ceye\.io|canarytokens\.com)/gi,
    why: 'It speaks to a service where anybody can collect what is sent.',
    fix: 'Use an address of your own, or remove it.',
  },
  {
    id: 'exfil.dns',
    category: 'data_exfiltration',
    severity: 'high',
    pattern:
      /\b(?:dig|nslookup|host)\b[^\n]{0,80}(?:\$\(|`|\$\{)[^\n]{0,120}\.[a-z]{2,10}\b|socket\.gethostbyname\(\s{0,40}(?:f["']|[\w.]{1,60}\s{0,40}\+)/gi,
    why: 'It puts data into a host name, which leaves through DNS.',
    fix: 'Remove it.',
  },
  {
    id: 'exfil.conversation',
    category: 'data_exfiltration',
    severity: 'high',
    in: words,
    pattern:
      /\b(?:send|upload|post|forward|transmit|submit|log)\b[^\n.]{0,80}\b(?:conversation|chat (?:history|log)|transcript|user(?:'s)? (?:data|messages?|files?|input)|api keys?|credentials|tokens?|environment variables|all files)\b[^\n]{0,100}(?:https?:\/\/|webhook|server|endpoint)/gi,
    why: 'It tells the agent to send what the user said or has to a server.',
    fix: 'Remove the skill.',
  },
  // Hiding
  {
    id: 'hide.long-encoded',
    category: 'obfuscation',
    severity: 'medium',
    in: code,
    pattern:
      /["'`][A-Za-z0-9+/]{800,}={0,2}["'`]|(?:\\x[0-9a-f]{2}){60,400}|(?:\\u[0-9a-f]{4}){60,400}|\[(?:\s{0,40}(?:0x[0-9a-f]{1,2}|\d{1,3})\s{0,40},){120,400}/gi,
    why: 'A long encoded value may hold anything.',
    fix: 'Ask for what it decodes to.',
  },
  {
    id: 'hide.char-codes',
    category: 'obfuscation',
    severity: 'high',
    in: code,
    pattern:
      /String\.fromCharCode\s{0,40}\((?:\s{0,40}\d{1,3}\s{0,40},){12,200}|(?:chr\(\d{1,3}\)\s{0,40}\+\s{0,40}){8,100}|_0x[0-9a-f]{4,6}\b[^]{0,200}_0x[0-9a-f]{4,6}\b[^]{0,200}_0x[0-9a-f]{4,6}\b/g,
    why: 'The code is written so that it cannot be read.',
    fix: 'Ask for the plain source.',
  },
  {
    id: 'hide.import-tricks',
    category: 'obfuscation',
    severity: 'high',
    in: ['python', 'javascript'],
    pattern:
      /__import__\s{0,40}\(\s{0,40}["'](?:os|subprocess|socket|base64|marshal|ctypes)["']\s{0,40}\)|getattr\s{0,40}\(\s{0,40}(?:__builtins__|builtins|os|__import__)[^)\n]{0,80}\)|globalThis\s{0,40}\[\s{0,40}["'](?:ev|Fun)["']\s{0,40}\+|require\s{0,40}\(\s{0,40}["'][\w]{1,6}["']\s{0,40}\+\s{0,40}["']/g,
    why: 'It takes a roundabout way to dangerous functions, as code does that hides from scanners.',
    fix: 'Ask why; plain imports do the same.',
  },
  // Staying and breaking
  {
    id: 'persist.autostart',
    category: 'persistence',
    severity: 'high',
    pattern:
      /\b(?:crontab\s{1,40}-|\/etc\/cron|@reboot|systemctl\s{1,40}enable|launchctl\s{1,40}(?:load|bootstrap)|LaunchAgents\/|\/etc\/rc\.local|schtasks\s{1,40}\/create|CurrentVersion\\{1,4}Run\b|\.config\/autostart|Startup\\)|>>\s{0,40}~?\/?[\w${}/]{0,30}\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv)\b|\.git\/hooks\/(?:pre|post)-\w{3,20}/gi,
    why: 'It makes itself start again by itself.',
    fix: 'Remove it unless the skill is for exactly that.',
  },
  {
    id: 'persist.ssh-key',
    category: 'persistence',
    severity: 'critical',
    pattern:
      />>\s{0,40}["']?(?:~|\$HOME|\/root|\/home\/\w{1,30})\/\.ssh\/authorized_keys|\b(?:useradd|adduser|net user)\b[^\n]{0,60}(?:\/add|-aG\s{1,40}(?:sudo|wheel|docker)|-G\s{1,40}sudo)|\bNOPASSWD:\s{0,40}ALL/gi,
    why: 'It opens a door for later.',
    fix: 'Remove the skill.',
  },
  {
    id: 'abuse.miner',
    category: 'resource_abuse',
    severity: 'critical',
    pattern:
      /\b(?:xmrig|minerd|cgminer|nbminer|t-rex|phoenixminer|stratum\+tcp|cryptonight|randomx|coinhive|monero(?:ocean)?\.(?:stream|ocean))\b/gi,
    why: 'It mines coins on the user’s machine.',
    fix: 'Remove the skill.',
  },
  {
    id: 'abuse.endless',
    category: 'resource_abuse',
    severity: 'medium',
    in: code,
    pattern:
      /:\(\)\s{0,40}\{\s{0,40}:\s{0,40}\|\s{0,40}:\s{0,40}&\s{0,40}\}\s{0,40};\s{0,40}:|\bwhile\s{1,40}(?:true|:|1)\s{0,40};\s{0,40}do\s{0,40}(?!\s{0,40}(?:sleep|read|inotifywait|wait|date|curl|ps|if|case|echo))[^\n]{0,80}&\s{0,40}done|\bfork\(\)\s{0,40}(?:while|for)/gi,
    why: 'It uses up the machine.',
    fix: 'Bound the loop.',
  },
  {
    id: 'abuse.wipe',
    category: 'command_execution',
    severity: 'critical',
    in: code,
    pattern:
      /\b(?:shutil\.rmtree|fs\.rmSync|rimraf|os\.removedirs)\s{0,40}\(\s{0,40}(?:["'](?:\/|~|C:\\)["']|os\.path\.expanduser\(["']~["']\)|Path\.home\(\)|os\.homedir\(\)|process\.env\.HOME)/g,
    why: 'It deletes the user’s files.',
    fix: 'Remove the skill.',
  },
  // Supply
  {
    id: 'supply.custom-index',
    category: 'supply_chain',
    severity: 'high',
    pattern:
      /\bpip3?\s{1,40}install\b[^\n]{0,120}(?:--(?:extra-)?index-url|-i)\s{1,40}https?:\/\/(?!pypi\.org|files\.pythonhosted\.org|download\.pytorch\.org)|\bnpm\s{1,40}(?:install|i)\b[^\n]{0,120}--registry[= ]https?:\/\/(?!registry\.npmjs\.org)|^[ \t]{0,8}(?:--(?:extra-)?index-url|-i|--find-links)[ \t=]{1,8}https?:\/\/(?!pypi\.org|files\.pythonhosted\.org|download\.pytorch\.org)|^[ \t]{0,8}(?:@[\w-]{1,60}:)?registry[ \t]{0,8}=[ \t]{0,8}https?:\/\/(?!registry\.npmjs\.org)/gim,
    why: 'Packages come from an index that anybody may run.',
    fix: 'Use the public registry with pinned versions, or an index you trust.',
  },
  {
    id: 'supply.trusted-host',
    category: 'supply_chain',
    severity: 'medium',
    pattern:
      /--trusted-host\b|--no-verify\b|\bNODE_TLS_REJECT_UNAUTHORIZED\s{0,40}=\s{0,40}["']?0|\bverify\s{0,40}=\s{0,40}False\b|\bcurl\s{1,40}(?:-[a-zA-Z]*k|--insecure)\b|\bssl\._create_unverified_context\b|--ignore-certificate-errors\b|\bgit\s{1,40}config\b[^\n]{0,40}sslVerify\s{1,40}false/gi,
    why: 'It does not check who it speaks to.',
    fix: 'Leave certificate checks on.',
  },
]
