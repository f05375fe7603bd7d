import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { plain } from '../api/failure.ts'
import { addressOf } from '../shell/place.ts'
import { Dialog } from '../ui/dialog.tsx'
import { tell, tellFailure } from '../ui/notes.tsx'
import { count, number } from '../ui/words.ts'
import { cancel, read, readAll, type Eject } from './api.ts'

const LOOK_MS = 800
/** More errors are only counted. */
const SHOWN = 20

const isMoving = ({ finished_at: end }: Eject) => end === null

/** How far ejects are. They go on when this is closed. */
export function Ejecting ({ begun, onClose }: { begun: readonly Eject[], onClose: () => void }) {
  const all = useSignal(begun)
  const errors = useSignal<ReadonlyMap<string, ReadonlyArray<{ asset_id: string, error: string }>>>(new Map())
  const moves = all.value.some(isMoving)

  async function look () {
    const moving = all.value.filter(isMoving)
    const found = await readAll(moving.map(({ id }) => id))
    const failing = moving.filter(({ id, failed }) => found.get(id)!.failed > (errors.value.has(id) ? failed : 0))
    const answers = await Promise.all(failing.map(({ id }) => read(id)))
    all.value = all.value.map((eject) => found.get(eject.id) ?? eject)
    errors.value = new Map([...errors.value, ...answers.map(({ eject, errors }) => [eject.id, errors] as const)])
  }

  useEffect(() => {
    if (!moves) return
    let isBusy = false
    const timer = setInterval(() => {
      if (isBusy) return
      isBusy = true
      look().catch(tellFailure).finally(() => { isBusy = false })
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [moves])

  async function stop () {
    try {
      for (const eject of all.value) if (isMoving(eject)) await cancel(eject.id)
      tell('The eject was cancelled. What is out stays.')
      await look()
    } catch (error) {
      tellFailure(error)
    }
  }

  const sumOf = (name: 'files' | 'done' | 'failed' | 'size') => all.value.reduce((total, each) => total + each[name], 0)
  const [files, done, failed, size] = [sumOf('files'), sumOf('done'), sumOf('failed'), sumOf('size')]
  const progress = size === 0 ? 0 : all.value.reduce((total, each) => total + each.progress * each.size, 0) / size
  const wrong = [...errors.value.values()].flat()
  return (
    <Dialog title={moves ? 'Ejecting' : 'Ejected'} onClose={onClose}>
      {moves && <progress aria-label='Eject' value={progress} />}
      <p aria-live='polite'>
        {number(done)} of {count(files, 'file')} out{failed > 0 ? `, ${number(failed)} not` : ''}.
        {moves && <span class='quiet'> This goes on when you close it.</span>}
      </p>
      {wrong.length > 0 && (
        <ul class='quiet'>
          {wrong.slice(0, SHOWN).map(({ asset_id: id, error }) => (
            <li key={id}><a href={addressOf(`assets/${id}`)}>an asset</a>: {plain(error)}</li>
          ))}
        </ul>
      )}
      <div class='actions'>
        <button type='button' class='button primary' onClick={onClose}>Close</button>
        {moves && <button type='button' class='button' onClick={stop}>Cancel eject</button>}
      </div>
    </Dialog>
  )
}
