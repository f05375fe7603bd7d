import { useSignal } from '@preact/signals'
import { api, done } from '../api/client.ts'
import { sentenceOf } from '../api/failure.ts'
import { go } from '../shell/place.ts'
import { Dialog } from '../ui/dialog.tsx'

/** A new asset or project: its title, and what else may be said of it later. */
export function Create ({ type, onClose }: { type: 'asset' | 'project', onClose: () => void }) {
  const title = useSignal('')
  const failure = useSignal<string | null>(null)
  const isBusy = useSignal(false)

  async function create (event: Event) {
    event.preventDefault()
    isBusy.value = true
    try {
      const body = { title: title.value }
      const id = type === 'asset'
        ? (await done(api.POST('/api/v2/assets', { body }))).asset.id
        : (await done(api.POST('/api/v2/projects', { body }))).project.id
      onClose()
      go(`${type}s/${id}`)
    } catch (error) {
      failure.value = sentenceOf(error)
      isBusy.value = false
    }
  }

  return (
    <Dialog title={type === 'asset' ? 'New asset' : 'New project'} onClose={onClose}>
      <form class='stack' onSubmit={create}>
        <label class='field'>
          <span>Title</span>
          <input
            type='text' required maxLength={1000} autoFocus value={title.value}
            onInput={(event) => { title.value = event.currentTarget.value }}
          />
        </label>
        <p class='wrong' role='alert'>{failure.value}</p>
        <div class='actions'>
          <button type='submit' class='button primary' disabled={isBusy.value}>Save</button>
          <button type='button' class='button' onClick={onClose}>Cancel</button>
        </div>
      </form>
    </Dialog>
  )
}
