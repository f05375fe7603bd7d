/** Files and folders that systems leave on cards and disks, and that nobody means to send. */
const JUNK = /^(?:\._.*|\.DS_Store|\.(?:Spotlight-V100|Trashes|fseventsd|TemporaryItems|apdisk|AppleDouble|DocumentRevisions-V100)|\.Trash-\d+|__MACOSX|(?:eh)?thumbs\.db|desktop\.ini|\$RECYCLE\.BIN|System Volume Information|Icon\r)$/i

/** Whether a file, by its path, is one of them, or is in such a folder. */
export function isJunk (path: string): boolean {
  return path.split(/[/\\]/).some((name) => JUNK.test(name))
}
