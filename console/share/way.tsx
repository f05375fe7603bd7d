import { Icon } from '../ui/icon.tsx'
import type { Folder } from './address.ts'

interface WayProps {
  readonly folder: Folder
  /** Whether an asset of the folder is shown, and not the folder itself. */
  readonly isIn: boolean
  readonly onOpen: (folder: Folder) => void
}

/** The folders from all that the link shows down to this one. */
export function Way ({ folder, isIn, onOpen }: WayProps) {
  const here = isIn ? null : folder.at(-1) ?? null
  if (here === null && !isIn) return null
  return (
    <nav class='way' aria-label='Folders'>
      <button type='button' class='button' onClick={() => onOpen([])}><Icon name='left' />All</button>
      {(isIn ? folder : folder.slice(0, -1)).map((title, depth) => (
        <button key={depth} type='button' class='link' onClick={() => onOpen(folder.slice(0, depth + 1))}>
          <bdi>{title}</bdi>
        </button>
      ))}
      {here !== null && <h2><bdi>{here}</bdi></h2>}
    </nav>
  )
}
