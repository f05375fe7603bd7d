/** This file is served from `<home>/console/static/`: a proxy may have put the service below a folder. */
const here = import.meta.url

/** Where the service is, without a slash at the end. */
export const home = new URL('../..', here).href.replace(/\/$/, '')

/** What the addresses of pages begin with: `/console/`. */
export const pagesPath = new URL('..', here).pathname

/**
 * A signed URL as this page reaches the service. It may have been made for another name of the same service, such as
 * 127.0.0.1 for localhost, which this page may not load pictures from.
 */
export function reachable (url: string): string {
  const path = /\/(?:media|uploads?)\/[^/]+.*$/.exec(url)?.[0]
  return path === undefined || url.startsWith(`${home}/`) ? url : home + path
}
