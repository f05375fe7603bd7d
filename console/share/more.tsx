import { Lazy } from '../ui/lazy.tsx'
import { Assets } from './assets.tsx'
import type { ShownProps } from './only.tsx'
import { Waiting } from './waiting.tsx'

const loadSend = async () => (await import('./sending/send.tsx')).Send

/** What a link shows that is more than one asset; by one of a drop folder guests send files. */
export function More (props: ShownProps) {
  if (props.link.type === 'drop_folder') return <Lazy load={loadSend} props={props} waiting={<Waiting />} />
  return <Assets {...props} />
}
