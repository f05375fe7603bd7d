import { Empty } from '../ui/empty.tsx'

export function Waiting () {
  return <p class='quiet waiting' aria-busy='true'>One moment</p>
}

export function NothingHere () {
  return <Empty title='There is nothing to see at the moment' />
}
