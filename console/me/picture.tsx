import { api, done } from '../api/client.ts'
import { mayWrite, renamed, who } from '../api/session.ts'
import { Face } from '../items/face.tsx'
import { loadUsers } from '../items/people.ts'
import { openPicker } from '../ui/file-picker.ts'
import { tell } from '../ui/notes.tsx'
import { useActing } from '../ui/use-acting.ts'

const TYPES = 'image/png,image/jpeg,image/webp,image/gif,image/avif'

/** The picture of the user, which others see beside the name. */
export function Picture () {
  const { user } = who.value!
  const { isBusy, act } = useActing()

  const change = (file: File) => act(async () => {
    const { user: now } = await done(api.PUT('/api/v2/user/avatar', { body: file }))
    renamed(now)
    await loadUsers({ again: true })
    tell('Your picture was saved.')
  })
  const remove = () => act(async () => {
    await done(api.DELETE('/api/v2/user/avatar'))
    renamed({ ...who.value!.user, avatar_url: null })
    await loadUsers({ again: true })
    tell('Your picture was removed.')
  })

  return (
    <section class='picture-of-me' aria-label='Picture'>
      <Face user={user} isLarge />
      {mayWrite.value && (
        <div class='actions'>
          <button
            type='button' class='button' disabled={isBusy.value}
            onClick={() => openPicker((files) => { change(files[0]!) }, { accept: TYPES })}
          >
            Change picture
          </button>
          {user.avatar_url !== null && (
            <button type='button' class='button danger' disabled={isBusy.value} onClick={remove}>Remove picture</button>
          )}
        </div>
      )}
      <p class='quiet'>Its middle, at most 5 MiB. Everybody here sees it, guests of links do not.</p>
    </section>
  )
}
