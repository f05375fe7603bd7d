import ipaddr = require('ipaddr.js')

/** Whether a host, as it is written in a URL or as HOST, is this machine and nothing else. */
export function isLoopbackHost (host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  return bare === 'localhost' || (ipaddr.isValid(bare) && ipaddr.parse(bare).range() === 'loopback')
}
