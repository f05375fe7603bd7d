/** Files and folders that systems leave on cards and disks, and that nobody means to send. */
const NAMES = ['\\._.*', '\\.DS_Store', '\\.Spotlight-V100', '\\.Trashes', '\\.fseventsd', '\\.TemporaryItems', '\\.apdisk',
  '\\.AppleDouble', '\\.DocumentRevisions-V100', '__MACOSX', 'Icon\r', '\\.Trash-\\d+', '(?:eh)?thumbs\\.db', 'desktop\\.ini',
  '\\$RECYCLE\\.BIN', 'System Volume Information']
const JUNK = new RegExp(`^(?:${NAMES.join('|')})$`, 'i')

/** Whether a file, by its path, is one of them, or is in such a folder. */
export function isJunk (path: string): boolean {
  return path.split(/[/\\]/).some((name) => JUNK.test(name))
}
