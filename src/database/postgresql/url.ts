const MODES = /[?&]sslmode=(allow|prefer|require|verify-ca|verify-full)(?=&|$)/

/**
 * The URL for the driver, so that `sslmode` means what it means to libpq, and to hosts of PostgreSQL that print it: the
 * driver itself would check certificates with `require`, too. `disable` and the driver's own modes stay as they are.
 */
export function driverUrl (url: string): string {
  const mode = MODES.exec(url)?.[1]
  if (mode === undefined || /[?&]uselibpqcompat=/.test(url)) return url
  // The certificates of the system are those of Node. libpq does not ask for them without the name of the host.
  const isOfSystem = /[?&]sslrootcert=system(?=&|$)/.test(url)
  const changed = url
    .replace(/([?&])sslrootcert=system(?=&|$)/, '$1')
    // Without TLS first: the driver tries once.
    .replace(MODES, (parameter) => parameter[0]! + `sslmode=${isOfSystem ? 'verify-full' : mode === 'allow' ? 'disable' : mode}`)
  return `${changed}&uselibpqcompat=true`
}
