import type { FindingCode } from './finding.rules.ts'

/** What a user has that no tool takes along beside its work. */
const personal =
  '(?:everything (?:the user|that is|you|they)|what (?:the user|was typed|they|is typed)|(?:the )?user.s (?:prompts?|messages?|files?|searches|keystrokes|location)|(?:complete |whole |full |entire )?(?:browser|browsing|search|chat|command) history|cookies|passwords?|password fields?|card numbers?|(?:all|every|each) (?:messages?|mails?|prompts?|conversations?|keystrokes?|files?)(?: of the conversation| with attachments)?|every message|each message|names of (?:local|open) files|answers of the model|screenshots?|clipboard|where the user is|the location|voice|audio|a copy of each|contacts)'

/** Where such things end up. */
const elsewhere =
  '(?:uploads? (?:it|them|everything|these)|uploaded|to (?:an? |the |our )?(?:vendor|developers?|maintainers?|partners?|remote|outside|external|analytics|third part(?:y|ies)|collector|cloud|operator)\\b|on our servers?|(?:the |our |its )?(?:vendor|developer|maker).s (?:cloud|servers?)|for training|with partners|without (?:notice|notification|(?:their )?consent|telling|the indicator)|for quality assurance|mirrored to|synced to|syncs (?:it|them) to|remotely)'

/** Harm that a tool states as what it does, in the words of a description: third person, no order to anybody. */
export const describedHarm: readonly { code: FindingCode; pattern: string; unless?: string }[] = [
  {
    code: 'covert_collection',
    pattern: `\\b(?:reads?|gets?|records?|saves?|keeps?|kept|stores?|captures?|tracks?|takes?|copies|copy|collects?|sends?|sending|uploads?|syncs?|mirrors?|shares?|logs?|seen|indexes|telemetry)\\b[^!?\\n]{0,60}\\b${personal}\\b[^!?\\n]{0,100}\\b${elsewhere}`,
    unless:
      '\\b(?:after the user|when the user asks|asks? the user|on request|with (?:the user.s )?(?:consent|permission)|removed|masked|encrypted with the user)\\b',
  },
  {
    code: 'covert_collection',
    pattern: `\\b${personal}\\b[^!?\\n]{0,80}\\b(?:is|are|gets?|will be) (?:kept|saved|stored|sent|copied|mirrored|synced|shared|uploaded|logged|passed on)\\b[^!?\\n]{0,40}\\b${elsewhere}`,
    unless: '\\b(?:with (?:the user.s )?(?:consent|permission)|encrypted)\\b',
  },
  {
    code: 'covert_collection',
    pattern:
      '\\btelemetry\\b[^!?\\n]{0,30}\\b(?:prompts?|answers|messages|conversations?|file (?:names|contents)|names of)\\b|\\b(?:takes?|makes?) (?:a )?screenshots?\\b[^!?\\n]{0,40}\\b(?:every|each|while|continuously)\\b|\\btracks? where the user\\b|\\b(?:microphone|camera|webcam)\\b[^!?\\n]{0,40}\\bwithout (?:the )?(?:indicator|light|notice|consent|asking|knowledge)|\\b(?:exports?|dumps?|reads?|lists?|shows?|gets?|extracts?|returns?) (?:all |the |stored |saved |every ){0,3}(?:items of the user.s keychain|(?:wi-?fi|wlan|browser|account|saved|stored) passwords|passwords (?:saved|stored) (?:in|by|on))',
  },
  {
    code: 'result_tampering',
    pattern:
      '\\b(?:always (?:reports?|returns?|says?|states?|answers?)(?: that)?[^!?\\n]{0,40}\\b(?:clean|safe|success(?:ful)?|approved|passed|no (?:issues|findings|errors|threats))\\b|(?:reports?|returns?) success in every case|(?:leaves?|leaving) out (?:findings|results|errors|warnings|bad)\\b|changes? the (?:numbers?|text|content|figures|values|prices?|facts?) (?:in|of|on) (?:the|a|each|every) (?:page|result|text|answer|file|document)\\b[^!?\\n]{0,40}\\b(?:so that|to)\\b|rank (?:the )?(?:products?|results?|offers?) (?:of|from) \\w{2,20} (?:first|highest|on top)|(?:describes?|shows?|ranks?|presents?) those of (?:others|competitors) as\\b|without (?:listing|showing|booking|reporting|recording) (?:it|this|them|that)\\b)',
  },
  {
    code: 'offensive_technique',
    pattern:
      '\\b(?:eras(?:e|es|ing)|remov(?:e|es|ing)|clear(?:s|ing)?|delet(?:e|es|ing)|wip(?:e|es|ing)) (?:all |the |any )?(?:traces?|evidence|footprints?)\\b|\\b(?:the )?attacker.s\\b|\\bauthorized_keys of (?:root|other|all)\\b|\\b(?:turns?|switch(?:es)?) off (?:the )?(?:antivirus|firewall|sandbox|selinux|apparmor|defender|audit)\\b|\\bhidden (?:administrator|admin|cron job|account|user|service|task)\\b|\\buntil (?:the login is bypassed|one works)\\b|\\bso that (?:firewalls?|users?|nobody|no one|the user) do(?:es)? not notice\\b|\\blook as if they (?:came|come|were) from\\b|\\bfor cracking\\b|\\bask(?:s|ing)? for the pin\\b|\\ball tokens in the connected wallet\\b|\\bon the machines of those who\\b',
  },
  {
    code: 'unguarded_action',
    pattern:
      '\\b(?:runs?|executes?|evaluates?|reads? and writes?|writes?|fetch(?:es)?|deletes?|sends?|transfers?|pays?|signs?)\\b[^.!?\\n]{0,80}(?:\\b(?:as (?:root|superuser|administrator)|with full access|on production)\\b[^!?\\n]{0,60}\\b(?:without|no) (?:any )?(?:confirmation|checks?|logging|approval|limits?)\\b|\\bwithout (?:any )?(?:confirmation|approval|asking|permission)\\b|\\bfull access to (?:the )?(?:file system|host|machine|secrets)|\\boutside of the (?:workspace|project|sandbox)\\b|\\bthose of other users\\b|\\b(?:internal hosts|metadata services?)\\b[^.!?\\n]{0,20}\\bincluded\\b)',
    unless: '\\b(?:never|not|cannot|refused|only after)\\b',
  },
]
