import { lengthOf } from '../film/filmstrip.ts'
import { isOnItsWay } from '../items/file-state.ts'
import { hearOfFiles, newestShown, reviewOf, type MediaFile, type Review, type WithFiles } from '../items/previews.ts'
import { signOf } from '../items/thumbnail.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { useEvery } from '../ui/use-every.ts'
import { count, duration } from '../ui/words.ts'

const LOOK_MS = 5000

interface Sign {
  /** What it says, also to who does not see it. */
  readonly name: string
  readonly icon?: IconName
  readonly text?: string
  readonly colour?: 'good' | 'wrong'
}

/** On the picture of an asset: what becomes of its file, its version, its review and its length. */
export function Signs ({ asset, files }: { asset: WithFiles, files: readonly MediaFile[] }) {
  const review = reviewOf(asset)
  const length = lengthOf(newestShown(files))
  const file = files.at(-1)
  const signs = [...ofWork(file), ...review === null ? [] : ofReview(review)]
  return (
    <span class='signs'>
      {signs.map(({ name, icon, text, colour = '' }) => (
        <span key={name} role='img' class={`sign ${colour}`} aria-label={name} title={name}>
          {icon !== undefined && <Icon name={icon} />}{text}
        </span>
      ))}
      {file !== undefined && isOnItsWay(file) && <Look id={asset.id} />}
      {length !== null && (
        <span role='img' class='sign length' aria-label={`Length ${duration(length)}`}>
          <Icon name={signOf(asset.original_filename)} />{duration(length)}
        </span>
      )}
    </span>
  )
}

/** Reads the files again at intervals: that one could not be fetched is no change that is heard of. */
function Look ({ id }: { id: string }) {
  useEvery(LOOK_MS, () => hearOfFiles(id))
  return null
}

/** A damaged file has its mark already. */
function ofWork (file: MediaFile | undefined): Sign[] {
  if (file === undefined) return []
  if (file.status === 'failed') return [{ name: `Not there: ${file.error}`, text: 'Failed', colour: 'wrong' }]
  return isOnItsWay(file) ? [{ name: 'In work', text: '…' }] : []
}

function ofReview ({ version, comments: { open }, approval }: Review): Sign[] {
  return [
    ...version !== null && version > 1 ? [{ name: `Version ${version}`, text: `v${version}` }] : [],
    ...open > 0 ? [{ name: count(open, 'open comment'), icon: 'comment' as const, text: String(open) }] : [],
    ...approvals[approval]
  ]
}

const approvals: Readonly<Record<Review['approval'], readonly Sign[]>> = {
  none: [],
  pending: [{ name: 'Approval: waiting', text: 'Waiting' }],
  approved: [{ name: 'Approved', icon: 'check', colour: 'good' }],
  rejected: [{ name: 'Needs changes', icon: 'close', colour: 'wrong' }]
}
