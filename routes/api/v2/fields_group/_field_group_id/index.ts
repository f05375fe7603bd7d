// The contract's headings write the path so, its examples the other way: both are answered alike.
export { default } from '../../field_groups/_field_group_id/index.js'
