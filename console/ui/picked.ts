/** A file that somebody has chosen or dropped, with the path of its folder; '' if it came alone. */
export interface Picked {
  readonly file: File
  readonly folder: string
}

export function pickedIn (files: Iterable<File>): Picked[] {
  return [...files].map((file) => ({ file, folder: file.webkitRelativePath.split('/').slice(0, -1).join('/') }))
}

/** The dropped files, and those in dropped folders at any depth. */
export async function pickedOf (transfer: DataTransfer): Promise<Picked[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry())
  if (!entries.some((entry) => entry?.isDirectory === true)) return pickedIn(transfer.files)
  const picked: Picked[] = []
  for (const entry of entries) if (entry !== null) await addTo(picked, entry, '')
  return picked
}

async function addTo (picked: Picked[], entry: FileSystemEntry, folder: string): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => { (entry as FileSystemFileEntry).file(resolve, reject) })
    picked.push({ file, folder })
    return
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const inside = folder === '' ? entry.name : `${folder}/${entry.name}`
  for (;;) {
    // A folder is read in parts.
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => { reader.readEntries(resolve, reject) })
    if (part.length === 0) return
    for (const below of part) await addTo(picked, below, inside)
  }
}
