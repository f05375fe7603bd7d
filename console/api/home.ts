/** This file is served from `<home>/console/static/`: a proxy may have put the service below a folder. */
const here = import.meta.url

/** The URL of the service, without a slash at the end. */
export const home = new URL('../..', here).href.replace(/\/$/, '')

/** The path of all pages: `/console/`. */
export const pagesPath = new URL('..', here).pathname

/**
 * A signed URL with the host of this page. It may have another name of the same service, such as 127.0.0.1 for
 * localhost, from which this page may not load pictures.
 */
export function reachable (url: string): string {
  const path = /\/(?:media|avatars|uploads?)\/[^/][^]*/.exec(url)?.[0]
  return path === undefined || url.startsWith(`${home}/`) ? url : home + path
}
