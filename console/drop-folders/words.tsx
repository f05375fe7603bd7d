import { isAdmin, mayWrite } from '../api/session.ts'
import { mayPutInto } from '../items/rights.ts'
import { addressOf } from '../shell/place.ts'
import { number } from '../ui/words.ts'
import type { DropFolder } from './draft.ts'

export const directionWords: Readonly<Record<DropFolder['direction'], string>> = { in: 'Files come in', out: 'Files go out' }

/** What becomes of a file that is in. */
export const afterWords: Readonly<Record<DropFolder['after'], readonly [words: string, means: string]>> = {
  keep: ['Keep it', 'Files stay where they are, and are not taken again as long as they are the same.'],
  move: [
    'Move it into done',
    'As soon as a file is stored here, was read back with the same checksum and has not changed, it is moved into the ' +
      'folder “done” of this drop folder, with the folders that it is in. Duplicates and sidecars are moved, too. In a bucket files stay.'
  ],
  delete: [
    'Delete it',
    'As soon as a file is stored here, was read back with the same checksum and has not changed, it is deleted from ' +
      'the drop folder for good: what is stored here is then all that is left of it. Duplicates and sidecars are ' +
      'deleted, too.'
  ]
}

/** Where its folder is. */
export function Where ({ folder: { location, path } }: { folder: Pick<DropFolder, 'location' | 'path'> }) {
  if (location === null) return <>By uploads and links</>
  return <><bdi>{location}</bdi>{path !== '' && <>{': '}<bdi>{path}</bdi></>}</>
}

/** Whether it halts, waits or works, and what has failed. */
export function State ({ folder: { error, paused, failed, id, public: isPublic } }: { folder: DropFolder }) {
  return (
    <span class='states'>
      {paused
        ? <span class='state off'>Paused</span>
        : error === null && <span class='state good'>On</span>}
      {error !== null && <span class='state bad'>{error}</span>}
      {isPublic && <span class='state fair'>Public</span>}
      {failed > 0 && (
        <a class='state bad' href={addressOf(`drop-folders/${id}`, new URLSearchParams({ status: 'failed' }))}>
          {number(failed)} failed
        </a>
      )}
    </span>
  )
}

/** Whether the user may change its rules: with a location administrators, else `Member`s of its project. */
export function mayChange ({ location, project_id: project }: Pick<DropFolder, 'location' | 'project_id'>): boolean {
  return location === null ? mayPutInto(project) : mayWrite.value && isAdmin.value
}
