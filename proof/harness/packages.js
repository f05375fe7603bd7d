/** Programs that some tests need. For each, what is tested with it, and the package of Debian that has it. */
export const packages = {
  chromium: { tests: 'the console, the page of links and players in a browser', name: 'chromium' },
  ffmpeg: { tests: 'films and sounds', name: 'ffmpeg' },
  ffprobe: { tests: 'films and sounds', name: 'ffmpeg' },
  pdftoppm: { tests: 'previews of documents', name: 'poppler-utils' },
  pdfinfo: { tests: 'the metadata of documents', name: 'poppler-utils' },
  exiftool: { tests: 'the metadata of photos and films', name: 'libimage-exiftool-perl' },
  'heif-convert': { tests: 'photos of telephones', name: 'libheif-examples' },
  openssl: { tests: 'outgoing requests over TLS', name: 'openssl' },
  script: { tests: 'what a terminal shows', name: 'bsdutils' },
  pgbouncer: { tests: 'a pooler in front of PostgreSQL', name: 'pgbouncer' },
  promtool: { tests: 'the rules of alerts', name: 'prometheus' },
  bsdtar: { tests: 'ZIPs that come as a stream', name: 'libarchive-tools' },
  java: { tests: 'ZIPs that come as a stream', name: 'default-jre-headless' },
  unzip: { tests: 'ZIPs', name: 'unzip' },
  python3: { tests: 'the client for Python', name: 'python3' },
  nginx: { tests: 'a proxy in front of the service', name: 'nginx' },
  apache2: { tests: 'a proxy in front of the service', name: 'apache2' }
}

/**
 * The reason why a test is skipped that needs programs that are not installed. The end of `npm test` has a line for
 * each.
 * @param {readonly (keyof typeof packages)[]} names
 */
export function reasonOf (names) {
  return `missing: ${names.join(', ')}`
}

/**
 * The programs that a reason names; null if it is another reason.
 * @param {string} reason
 * @returns {string[] | null}
 */
export function namesIn (reason) {
  return /^missing: (.+)$/.exec(reason)?.[1]?.split(', ') ?? null
}
