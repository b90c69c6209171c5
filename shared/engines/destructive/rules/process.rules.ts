import type { CommandRule, Rule } from '../rule.ts'

const family = 'process'
const opaque = 'opaque_execution'

/** What runs but cannot be read. */
export const execution = {
  forkBomb: { id: 'process.fork-bomb', family, is: 'critical yes system', never: true, message: 'Starts processes without end until the machine stops answering.' },
  variable: { id: 'process.variable-command', family, is: 'high with_backup system', reason: opaque, message: 'The command to run is a variable or the output of another command, which the text does not tell.', safer: 'Send the command with its values filled in.' },
  decoded: { id: 'process.decoded-command', family, is: 'high with_backup system', reason: opaque, message: 'Runs text that another program decodes or makes.', safer: 'Send the decoded text itself.' },
  remote: { id: 'network.remote-script', family: 'network', is: 'high with_backup system', reason: opaque, message: 'Runs a script straight from the network, whatever it says at that moment.', safer: 'Download it to a file, read it, pin its checksum, then run it.' },
  dynamicCode: { id: 'process.dynamic-code', family, is: 'high with_backup system', reason: opaque, message: 'Runs code that is put together while it runs.', safer: 'Send the code with its values filled in.' },
  machineCode: { id: 'process.preload', family, is: 'high with_backup system', message: 'Loads foreign code into the program by an environment variable.', safer: 'Run it without LD_PRELOAD or the like.' },
} as const satisfies Record<string, Rule>

export const killing = {
  everything: { id: 'process.kill-all', family, is: 'critical yes system', message: 'Ends every process that this user may end.', safer: 'kill the one process id' },
  init: { id: 'process.kill-init', family, is: 'critical yes system', message: 'Ends the first process of the machine or container.', safer: 'systemctl stop UNIT' },
  byName: { id: 'process.kill-by-name', family, is: 'medium yes collection', message: 'Ends every process whose name matches.', safer: 'pgrep -a NAME first, then kill the one process id' },
  unknown: { id: 'process.kill-list', family, is: 'medium yes collection', message: 'Ends processes from a list that is made when it runs.', safer: 'Print the list first.' },
  one: { id: 'process.kill', family, is: 'low yes item', message: 'Ends a process.' },
} as const satisfies Record<string, Rule>

export const processCommands: CommandRule[] = [
  { id: 'process.power-off', family, is: 'high yes system', run: ['shutdown|reboot|halt|poweroff', 'systemctl poweroff|reboot|halt|kexec|rescue|emergency|soft-reboot', 'init|telinit 0|6|1', 'loginctl poweroff|reboot', 'stop-computer|restart-computer', 'busybox reboot|poweroff|halt', 'kexec'], unless: '-c|--help|--show', message: 'Stops or restarts the machine.', safer: 'Restart the one service.' },
  { id: 'process.service-stop', family, is: 'medium yes item', run: ['systemctl stop|kill|disable|mask|isolate|revert|clean|freeze|unlink', 'service|rc-service * stop', 'rc-update del|delete', 'initctl stop', 'launchctl unload|bootout|remove|kill|disable|stop', 'sv|s6-svc|runsvctrl stop|down|exit|force-stop', 'supervisorctl stop|shutdown|remove|clear', 'pm2 stop|kill|delete|del|flush', 'forever stop|stopall', 'monit stop|unmonitor', 'brew services stop|kill', 'sc stop|delete', 'net stop', 'stop-service|remove-service', 'chkconfig off', 'update-rc.d * remove|disable', 'update-rc.d * defaults-disabled', 'apachectl|apache2ctl|httpd stop|graceful-stop', 'caddy stop', 'pg_ctl stop|promote', 'pg_ctlcluster * * stop', 'mysqladmin shutdown|kill', 'rabbitmqctl stop|stop_app|shutdown'], message: 'Stops or disables a service.', safer: 'systemctl reload, or try it on one machine' },
  { id: 'process.service-restart', family, is: 'low yes item', run: ['systemctl restart|try-restart|reload|reload-or-restart', 'service|rc-service * restart|reload', 'supervisorctl|pm2|forever|monit|caddy|apachectl|pg_ctl restart|reload', 'brew services restart', 'restart-service'], message: 'Restarts a service; it is away for a moment.' },
  { id: 'process.journal-vacuum', family, is: 'medium no collection', run: 'journalctl', flags: '--vacuum-size|--vacuum-time|--vacuum-files|--rotate', message: 'Deletes old logs.' },
  { id: 'process.crontab-remove', family, is: 'high no item', run: 'crontab', flags: '-r', message: 'Deletes all scheduled jobs of a user.', safer: 'crontab -l > cron.bak first' },
  { id: 'process.at-delete', family, is: 'medium no item', run: 'at', flags: '-d|-r', message: 'Deletes scheduled jobs.' },
  { id: 'process.atrm', family, is: 'medium no item', run: 'atrm', message: 'Deletes scheduled jobs.' },
  { id: 'process.scheduled-task-delete', family, is: 'medium with_backup item', run: ['unregister-scheduledtask|unregister-scheduledjob', 'scancel', 'qdel', 'bkill', 'condor_rm'], message: 'Deletes or cancels jobs.' },
  { id: 'process.schtasks-delete', family, is: 'medium with_backup item', run: 'schtasks', arg: /^\/delete$/i, message: 'Deletes a scheduled task.' },
  { id: 'process.taskkill', family, is: 'medium yes item', run: ['taskkill', 'stop-process', 'wmic process', 'tskill'], message: 'Ends processes.' },
  { id: 'process.user-delete', family, is: 'high with_backup system', run: ['userdel|deluser|groupdel|delgroup', 'pw userdel|groupdel', 'remove-localuser|remove-aduser|remove-adgroup|remove-adcomputer|remove-adobject', 'ipa user-del|group-del|host-del', 'samba-tool user|group|computer delete', 'ldapdelete', 'kadmin delprinc'], message: 'Deletes an account or group.', safer: 'usermod --lock NAME' },
  { id: 'process.user-lock', family, is: 'medium yes item', run: ['passwd|usermod|chage|gpasswd|smbpasswd'], flags: '-l|-L|-d|--lock|--delete|-e|--expire|-x|-R', message: 'Locks an account, or takes its password or groups away.' },
  { id: 'process.user-groups', family, is: 'medium yes item', run: 'usermod', flags: '-G|--groups', unless: '-a|--append', message: 'Replaces the groups of an account; it loses all others.', safer: 'usermod -aG GROUP NAME' },
  { id: 'process.account-expiry', family, is: 'medium yes item', run: 'chage', flags: '-E|--expiredate', message: 'Lets an account expire.' },
  { id: 'process.print-jobs', family, is: 'medium no item', run: ['lprm', 'cancel', 'lpadmin'], flags: '-x|-a|-', message: 'Cancels print jobs or removes a printer.' },
  { id: 'process.firmware-settings', family, is: 'high no system', run: 'nvram', flags: '-c|-d', message: 'Clears firmware settings.' },
  { id: 'process.sysctl-write', family, is: 'medium yes system', run: 'sysctl', flags: '-w|--write', message: 'Changes a kernel setting at once.' },
  { id: 'process.module-remove', family, is: 'medium yes system', run: 'rmmod', message: 'Unloads a kernel module.' },
  { id: 'process.modprobe-remove', family, is: 'medium yes system', run: 'modprobe', flags: '-r|--remove', message: 'Unloads a kernel module.' },
  { id: 'process.boot-entry-delete', family, is: 'medium with_backup system', run: 'efibootmgr', flags: '-B|--delete-bootnum|-O|--delete-bootorder', message: 'Changes what the machine boots.' },
  { id: 'process.security-off', family, is: 'medium yes system', run: 'auditctl|spctl|set-mppreference', flags: '-D|--master-disable|--global-disable|-DisableRealtimeMonitoring', message: 'Turns a protection off.' },
  { id: 'process.selinux-off', family, is: 'medium yes system', run: ['setenforce 0|permissive', 'aa-teardown|aa-disable', 'csrutil disable'], message: 'Turns a protection off.' },
  { id: 'process.history-wipe', family, is: 'medium no item', run: 'history', flags: '-c|-d|-w', message: 'Erases the record of commands.' },
  { id: 'process.key-delete', family, is: 'high no item', run: 'gpg|gpg2|keytool|certutil|cmdkey', flags: '--delete-key|--delete-keys|--delete-secret-key|--delete-secret-keys|--delete-secret-and-public-key|-delete|-D|-delstore|/delete', message: 'Deletes a key.', safer: 'Export the key first.' },
  { id: 'process.key-store-delete', family, is: 'high no item', run: ['pass|gopass|prs rm|remove|delete', 'security delete-keychain|delete-certificate|delete-identity|delete-generic-password|delete-internet-password', 'secret-tool clear', 'keyctl revoke|invalidate|clear|purge', 'ykman * reset', 'ykman * * reset', 'tpm2_clear', 'certbot delete|revoke', 'step ca revoke', 'lego revoke', 'easyrsa revoke', 'bw delete', 'lpass rm'], message: 'Deletes or revokes a secret, key or certificate.', safer: 'Export it first.' },
  { id: 'process.ssh-keys-all', family, is: 'medium yes collection', run: 'ssh-add', flags: '-D', message: 'Takes every key out of the agent.' },
  { id: 'process.ssh-keys', family, is: 'low yes item', run: 'ssh-add', flags: '-d', message: 'Takes keys out of the agent.' },
  { id: 'process.ssh-keygen-remove', family, is: 'medium with_backup item', run: 'ssh-keygen', flags: '-R', message: 'Removes a host from the known ones.' },
  { id: 'process.tmux-kill', family, is: 'medium yes collection', run: ['tmux kill-server|kill-session|kill-window|kill-pane', 'zellij kill-session|kill-all-sessions|delete-session|delete-all-sessions'], message: 'Ends sessions with what runs in them.' },
  { id: 'process.ipc-remove', family, is: 'medium no item', run: 'ipcrm', message: 'Removes shared memory, queues or semaphores.' },
]
