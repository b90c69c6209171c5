import type { Rule } from '../rule.ts'

/** What the subcommand of a tool says by itself, for tools and services that have no rule of their own. */
export const verbRules = {
  cloudDelete: {
    id: 'cloud.delete',
    family: 'cloud',
    is: 'high with_backup item',
    message: 'Deletes a cloud resource.',
    safer: 'Describe it first, and take a snapshot or export.',
  },
  cloudDeleteStore: {
    id: 'cloud.delete-store',
    family: 'cloud',
    is: 'high no collection',
    message: 'Deletes a cloud resource that holds data or serves others.',
    safer: 'Describe it first, and take a snapshot or export.',
  },
  cloudStop: {
    id: 'cloud.stop',
    family: 'cloud',
    is: 'medium yes item',
    message: 'Stops, disables or detaches a cloud resource.',
  },
  toolDelete: {
    id: 'tool.delete-subcommand',
    family: 'tool',
    is: 'high no item',
    message: 'A subcommand of the tool says that it deletes.',
    safer: 'Use the tool to show what would go first.',
  },
  toolRemove: {
    id: 'tool.remove-subcommand',
    family: 'tool',
    is: 'medium with_backup item',
    message: 'A subcommand or option of the tool takes away something that can be had again.',
  },
  toolDeleteAll: {
    id: 'tool.delete-all',
    family: 'tool',
    is: 'high no collection',
    message: 'A subcommand of the tool deletes everything of a kind.',
    safer: 'Name the single object.',
  },
  toolStop: {
    id: 'tool.stop-subcommand',
    family: 'tool',
    is: 'medium yes item',
    message: 'A subcommand of the tool says that it stops, disables or resets.',
  },
  deleteOption: {
    id: 'tool.delete-option',
    family: 'tool',
    is: 'high no collection',
    message: 'An option of the tool says that it deletes.',
    safer: 'Run it without that option first.',
  },
  deleteProgram: {
    id: 'tool.delete-program',
    family: 'tool',
    is: 'high no item',
    message: 'The name of the program says that it deletes.',
  },
  taskDelete: {
    id: 'process.task-delete',
    family: 'process',
    is: 'medium with_backup collection',
    message: 'Runs a task whose name says that it deletes or resets.',
    safer: 'Read the task first (make -n).',
  },
  taskDestroy: {
    id: 'process.task-destroy',
    family: 'process',
    is: 'high no collection',
    message: 'Runs a task whose name says that it destroys infrastructure or data.',
    safer: 'Read the task first (make -n).',
  },
} as const satisfies Record<string, Rule>

/** Subcommands that delete, alone or as one part of a compound (`delete-user`, `apps:destroy`, `deleteUser`). */
export const deleteVerbs = new Set(
  'delete del remove rm purge erase wipe drop destroy terminate unpublish uninstall deregister revoke prune truncate nuke obliterate expunge undeploy unregister discard abandon decommission teardown deprovision shred unlink rmi rmdir dispose trash zap delete_all deleteall removeall rmall'.split(
    ' ',
  ),
)

/** Those among them after which the thing can be installed, linked, registered or built again. */
export const mildVerbs = new Set('uninstall unlink prune undeploy unregister deregister trash rmi'.split(' '))

/** What a tool keeps for itself and makes or fetches again: whatever the verb, little is lost. */
export const ownThings =
  /^(?:caches?|tmp|temp|alias(?:es)?|plugins?|extensions?|add-?ons?|contexts?|profiles?|themes?|completions?|taps?|remotes?)$/

/** Names of tasks that destroy; reset and flush do when they are about data. */
export const destroyTasks = new Set('destroy drop wipe nuke purge erase teardown truncate obliterate'.split(' '))

/** Subcommands that stop or undo something that is in use; alone they need a tool that is not for reading. */
export const stopVerbs = new Set(
  'stop kill shutdown halt poweroff disable deactivate suspend flush cancel reset evict drain detach disassociate isolate quarantine factory-reset rollback fence abort unsubscribe unbind unmap unassign unset unshare unload unschedule unprotect unenroll unmonitor forget leave clean cleanup clear empty gc vacuum expire retire quit downgrade'.split(
    ' ',
  ),
)

/** Subcommands after which the other words are names or data. */
export const readVerbs = new Set(
  'help list ls get show describe view find info explain man create add new init lint can-i cat read print count head tail whoami install upload download clone pull echo lookup resolve which whereis exists ping compare render generate encode decode verify validate check inspect start enable resume status version versions diff preview wait watch search stats completion login'.split(
    ' ',
  ),
)

/** Words for what holds data or serves others; deleting one is high, not medium. */
export const storeWords =
  /(?:bucket|cluster|database|db|instance|volume|disk|snapshot|backup|vault|table|stack|zone|domain|repository|repo|registry|file-?system|queue|topic|stream|index|namespace|project|account|organi[sz]ation|subscription|tenant|environment|user-?pool|key|secret|network|vpc|load-?balancer|app|application|server|node-?pool|workspace|collection|bucket|image)s?$/

/** Programs of cloud providers, whose verbs stand somewhere among the first words. */
export const cloudTools = new Set(
  'aws gcloud az doctl linode-cli hcloud vultr-cli scw civo exo upctl ovhai ibmcloud ic oci aliyun tccli openstack nova cinder neutron glance swift heroku fly flyctl vercel netlify railway render wrangler firebase supabase neonctl pscale turso atlas ccloud confluent avn upstash cf ibm bx yc selectel metal eksctl gsutil bq lightsail eb copilot amplify koyeb northflank qovery scalingo clever cleavr ploi forge vapor porter okteto stackit'.split(
    ' ',
  ),
)

/** Programs that run named tasks. */
export const taskRunners = new Map<string, ReadonlySet<string> | null>([
  ['make', null],
  ['gmake', null],
  ['just', null],
  ['task', null],
  ['rake', null],
  ['mage', null],
  ['invoke', null],
  ['inv', null],
  ['npm', new Set(['run', 'run-script'])],
  ['pnpm', new Set(['run'])],
  ['yarn', new Set(['run'])],
  ['bun', new Set(['run'])],
  ['composer', new Set(['run', 'run-script'])],
  ['deno', new Set(['task'])],
  ['gradle', null],
  ['gradlew', null],
  ['mvn', null],
  ['ant', null],
  ['grunt', null],
  ['gulp', null],
  ['nox', null],
  ['mix', null],
  ['lerna', new Set(['run'])],
  ['turbo', new Set(['run'])],
  ['nx', new Set(['run'])],
])

/** Programs whose words are data, file names or another language: their words never name an action. */
export const plainTools = new Set(
  (
    '[ [[ : . apropos ar arch as ascii at awk b2sum base32 base64 basename basenc bat batcat bc bg bind break bzcat bzip2 bunzip2 caller cal case cat cc cd chfn chroot chsh cksum clang clear cmp cogito col column comm command compgen complete compopt continue convert cp cpio csplit curl cut cksum date dc declare diff diff3 dig dircolors dirs dirname disown dmesg dos2unix du df echo ed egrep ' +
    'elinks emacs enable env espeak eval ex exa exiftool expand export expr eza factor false fc fd fdfind ffmpeg ffprobe fg fgrep file find finger fmt fold fortune free ftp fuser fzf g++ gcc gdb getconf getent getopt getopts gawk gpg grep groups gunzip gzip hash head help hexdump hexyl history host hostid hostname hostnamectl htop http https hwclock iconv id identify ifconfig info ' +
    'ip jless jobs join jq jshon kate ld ldd less lesspipe let link ln local locale locate login logger logname look lp lpr ls lsattr lsblk lscpu lsmod lsof lspci lsusb lynx m4 magick mail mailx man mapfile mawk md5 md5sum mkdir mkfifo mknod mktemp more mount msgfmt mutt mv nano nc ncat netcat netstat nl nm nmap nohup notify-send nproc nslookup numfmt objdump od open openssl ' +
    'ouch pandoc paste patch pathchk pbcopy pbpaste perl pgrep php pidof pinfo ping popd pr printenv printf ps pushd pv pwd python qalc rclone-browse readarray readelf readlink readonly realpath rename return rev rg ripgrep rot13 rsync ruby say scp sdiff sed seq set sftp sh sha1sum sha224sum sha256sum sha384sum sha512sum shasum shellcheck shift shopt shuf sleep socat sort source split ss ssh stat strings ' +
    'stty su sudo sum sync tac tail tar tee telnet test time times tldr tload top touch tput tr traceroute trap tree true tsort tty type typeset ulimit umask unalias uname uncompress unexpand uniq units unix2dos unset unzip uptime users vdir vi view vim nvim vimdiff vmstat w wait wall watch wc wdiff wget whatis whereis which who whoami whois write xargs xclip xdg-open xmllint xsel xxd xz xzcat yes yj yq zcat zip zgrep zless zmore zsh zstd zstdcat ag ack sd delta hyperfine tokei cloc rdfind fdupes cargo-fmt gofmt rustfmt prettier eslint black ruff mypy tsc webpack vite jest vitest mocha pytest tox rspec phpunit'
  ).split(' '),
)
