import { who } from '../api/session.ts'
import { whoIs } from '../items/people.ts'
import { addressOf } from '../shell/place.ts'
import { copyText } from '../ui/copy.ts'
import { ago, bytes, count, date } from '../ui/words.ts'
import { isOver, mayChange, nameOf, type KnownLink, type Link } from './api.ts'
import type { Asked } from './link-dialog.tsx'

const kinds: Readonly<Record<KnownLink['type'], string>> = {
  asset: 'Asset', project: 'Project', collection: 'Collection', selection: 'Selection', drop_folder: 'Drop folder'
}

interface LinkRowProps {
  readonly link: Link | KnownLink
  readonly onAsk: (asked: Asked) => void
}

/** A link in a list: until when, for whom, how often it was opened, and what can be done with it. */
export function LinkRow ({ link, onAsk }: LinkRowProps) {
  const { url } = link
  const hasEnded = isOver(link)
  const isOfOther = link.user_id !== who.value?.user.id
  const facts = [
    hasEnded ? `ended ${date(link.expires_at)}` : `until ${date(link.expires_at)}`,
    link.has_password ? 'with a password' : 'whoever has it',
    link.files !== undefined && `takes ${count(link.files, 'file')}`,
    link.bytes !== undefined && bytes(link.bytes),
    link.download && 'downloads',
    link.comments && 'comments',
    link.approvals && 'approvals',
    link.versions && 'versions',
    link.uses === 0 ? 'never opened' : `opened ${count(link.uses, 'time')}, last ${ago(link.last_used_at!)}`,
    isOfOther && `made by ${whoIs(link.user_id)}`
  ]
  const copy = async () => { if (!await copyText(url!)) onAsk({ what: 'show', link }) }
  const act = (what: Asked['what'], name: string) =>
    <button type='button' class={what === 'revoke' ? 'button danger' : 'button'} onClick={() => onAsk({ what, link })}>{name}</button>
  return (
    <li>
      <span class='file-name'><bdi>{nameOf(link)}</bdi></span>
      {'type' in link && <span class='link-item'>{kinds[link.type]} {link.item !== null && <Item item={link.item} />}</span>}
      <span class='quiet'>{facts.filter(Boolean).join(' · ')}</span>
      {mayChange(link) && (
        <>
          {!hasEnded && url === null && <span class='quiet'>Its address cannot be shown again.</span>}
          <span class='actions'>
            {!hasEnded && url !== null && <button type='button' class='button' onClick={copy}>Copy link</button>}
            {!hasEnded && url !== null && act('send', 'Send')}
            {act('change', 'Change')}
            {/* In the dialog, New link is also the button for one more. */}
            {!hasEnded && (url === null || 'type' in link) && act('renew', 'New link')}
            {act('revoke', 'Revoke')}
          </span>
        </>
      )}
    </li>
  )
}

function Item ({ item: { type, id, title } }: { readonly item: NonNullable<KnownLink['item']> }) {
  return <a href={addressOf(`${type.replace('_', '-')}s/${id}`)}><bdi>{title === '' ? 'Untitled' : title}</bdi></a>
}
