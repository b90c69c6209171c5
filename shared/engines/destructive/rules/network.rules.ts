import type { CommandRule } from '../rule.ts'

const family = 'network'

export const networkCommands: CommandRule[] = [
  { id: 'network.iptables-flush', family, is: 'high yes system', run: 'iptables|ip6tables|ebtables|arptables', flags: '-F|--flush|-X|--delete-chain|-Z|--zero', message: 'Drops every firewall rule; with a default of DROP the machine is cut off.', safer: 'iptables-save > rules.bak first' },
  { id: 'network.iptables-delete', family, is: 'medium yes item', run: 'iptables|ip6tables|ebtables|arptables', flags: '-D|--delete', message: 'Deletes a firewall rule.', safer: 'iptables-save > rules.bak first' },
  { id: 'network.iptables-policy', family, is: 'high yes system', run: 'iptables|ip6tables', flags: '-P|--policy', message: 'Changes what happens to traffic that no rule names.', safer: 'iptables-apply, which rolls back' },
  { id: 'network.nft-delete', family, is: 'high yes system', run: ['nft flush', 'nft delete|destroy|reset', 'ipset destroy|flush|x|f|del'], message: 'Drops firewall rules.', safer: 'nft list ruleset > rules.bak first' },
  { id: 'network.pf-off', family, is: 'high yes system', run: 'pfctl|ipvsadm', flags: '-F|-d|-C|--clear|-D', message: 'Drops firewall or balancing rules.' },
  { id: 'network.ufw', family, is: 'high yes system', run: ['ufw reset|disable', 'netsh advfirewall reset', 'netsh interface reset|delete', 'netsh advfirewall firewall delete', 'netsh int ip reset', 'netsh winsock reset', 'ipfw flush|delete'], message: 'Resets or turns off the firewall or network.', safer: 'ufw status numbered, then delete one rule' },
  { id: 'network.connections-drop', family, is: 'medium yes collection', run: 'conntrack|ss|tcpkill', flags: '-D|-F|-K|--delete|--flush|--kill|-i', message: 'Cuts connections that are in use.' },
  { id: 'network.ufw-delete', family, is: 'medium yes item', run: 'ufw delete', message: 'Deletes a firewall rule.' },
  { id: 'network.firewalld-remove', family, is: 'medium yes item', run: 'firewall-cmd', flags: '--remove-*|--delete-*|--panic-on|--complete-reload', message: 'Removes firewall rules.' },
  { id: 'network.link-down', family, is: 'high yes system', run: ['ifdown', 'ip link|l delete|del', 'ip route|r|ro flush', 'ip address|addr|a flush', 'nmcli networking|radio off', 'networkctl down|delete', 'wg-quick down'], message: 'Cuts a network connection, perhaps the one in use.', safer: 'Schedule the undo first (at now + 5 min).' },
  { id: 'network.ip-link-down', family, is: 'high yes system', run: 'ip link set', arg: /^down$/, message: 'Cuts a network connection, perhaps the one in use.' },
  { id: 'network.ifconfig-down', family, is: 'high yes system', run: 'ifconfig', arg: /^down$/, message: 'Cuts a network connection, perhaps the one in use.' },
  { id: 'network.ip-delete', family, is: 'medium yes item', run: ['ip route|r|ro|address|addr|a|rule|neigh|neighbour|netns|tunnel|maddr|xfrm delete|del|flush', 'route delete|del|flush', 'brctl delbr|delif', 'ovs-vsctl del-br|del-port|emer-reset', 'ovs-ofctl del-flows', 'nmcli connection|con|c|device|dev|d delete|down|disconnect|del', 'tc qdisc|filter|class del|delete', 'bridge * del|delete', 'iw dev * del'], message: 'Deletes an address, route, connection or bridge.' },
  { id: 'network.dns-zone-delete', family, is: 'high with_backup item', run: ['rndc stop|halt|delzone|freeze', 'pdnsutil delete-zone|delete-rrset|disable-zone-dnssec|remove-zone-key', 'knotc zone-purge|conf-unset|stop', 'samba-tool dns delete', 'remove-dnsserverzone|remove-dnsserverresourcerecord', 'dnscmd'], message: 'Deletes zones or records.' },
  { id: 'network.dnscontrol-push', family, is: 'high with_backup collection', run: ['dnscontrol push', 'octodns-sync'], flags: '--doit|--force|push', message: 'Makes the DNS provider equal to a file; other records are deleted.', safer: 'dnscontrol preview' },
  { id: 'network.proxy-stop', family, is: 'medium yes item', run: ['nginx|openresty|caddy|haproxy|httpd|apache2|lighttpd|varnishd|envoy|unbound|squid|php-fpm'], flags: '-s|-k|-sf|-st', arg: /^(?:stop|quit|shutdown)$/, message: 'Stops a web server or proxy.', safer: 'nginx -s reload' },
  { id: 'network.varnish-ban', family, is: 'low yes collection', run: 'varnishadm ban|stop', message: 'Empties a cache.' },
  { id: 'network.ssh-tunnel-exit', family, is: 'low yes item', run: 'ssh', flags: '-O', arg: /^(?:exit|stop)$/, message: 'Ends a tunnel.' },
  { id: 'network.vpn-leave', family, is: 'medium yes item', run: ['tailscale down|logout', 'zerotier-cli leave', 'netbird down', 'warp-cli registration|disconnect', 'tctl rm'], message: 'Leaves a private network, or deletes a resource of it.' },
]
