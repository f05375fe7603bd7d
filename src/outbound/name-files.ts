import { readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'

/** The content of a small file that others may change: it is read again when it has changed. Empty if it is missing. */
function readFresh<Content> (path: string, parse: (text: string) => Content): () => Content {
  let version = ''
  let content = parse('')
  return function fresh () {
    const now = versionOf(path)
    if (now !== version) {
      content = parse(now === '' ? '' : readFileSync(path, 'utf8'))
      version = now
    }
    return content
  }
}

function versionOf (path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat === undefined ? '' : `${stat.ino} ${stat.mtimeMs} ${stat.size}`
}

/** The addresses of names in a file like `/etc/hosts`. */
export function readHosts (path: string): () => ReadonlyMap<string, readonly string[]> {
  return readFresh(path, (text) => {
    const hosts = new Map<string, string[]>()
    for (const [address = '', ...names] of linesOf(text, /#.*/)) {
      if (isIP(address) === 0) continue
      for (const name of names) {
        const addresses = hosts.get(name.toLowerCase()) ?? []
        if (!addresses.includes(address)) hosts.set(name.toLowerCase(), [...addresses, address])
      }
    }
    return hosts
  })
}

/** The search domains of a file like `/etc/resolv.conf`. */
export function readSearch (path: string) {
  const fresh = readFresh(path, (text) => {
    let domains: string[] = []
    let dots = 1
    for (const [keyword, ...values] of linesOf(text, /[#;].*/)) {
      if (keyword === 'search' || keyword === 'domain') domains = values.map((domain) => domain.replace(/\.$/, ''))
      if (keyword !== 'options') continue
      for (const value of values) if (/^ndots:\d{1,2}$/.test(value)) dots = Number(value.slice('ndots:'.length))
    }
    return { domains: domains.filter((domain) => domain !== ''), dots }
  })
  return {
    /** The names to ask for, in this order: one with enough dots is asked for as it is first. */
    namesFor (name: string): string[] {
      const { domains, dots } = fresh()
      const longer = domains.map((domain) => `${name}.${domain}`)
      return name.split('.').length > dots ? [name, ...longer] : [...longer, name]
    }
  }
}

function linesOf (text: string, comment: RegExp): string[][] {
  return text.split('\n').map((line) => line.replace(comment, '').trim().split(/\s+/))
}
