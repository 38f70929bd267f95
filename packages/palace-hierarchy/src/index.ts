export { type Findings, findDanglingSources, findOrphans, findUnrestorable } from './audit.ts'
export { refuseWhileBusy } from './busy.ts'
export { checkContent, contentHash } from './content.ts'
export { createDrawer, createNamedDrawers, type DrawerSource, type NewDrawer } from './create-drawer.ts'
export { type DiaryEntry, type DiaryPage, readDiary, topicOf, writeDiary } from './diary.ts'
export { type DrawerRow, findDrawer, getDrawer } from './drawers.ts'
export { countFromSource, deleteFromSource, filedSources } from './filed-sources.ts'
export {
  contentFilters,
  countDrawers,
  type DrawerFilter,
  type DrawerPosition,
  type DrawerSummaryRow,
  getDrawerAnywhere,
  listDrawers,
} from './list-drawers.ts'
export { mergeRoom, mergeWing } from './merge.ts'
export { toName } from './names.ts'
export { fileOf, type PartLabel, pointAt } from './parts.ts'
export { type Moment, pastDrawers, placedDrawers } from './past.ts'
export { purge, type Purged } from './purge.ts'
export {
  countPastByRoom,
  countPastPalace,
  findPastRoomIds,
  getPastDrawer,
  getPastRoom,
  getPastWing,
  listPastDrawers,
  listPastRooms,
  listPastWings,
} from './read-past.ts'
export { type Restored, restore } from './restore.ts'
export { type Reverted, revertDrawer } from './revert.ts'
export { type Relocation, relocateDocuments } from './relocate.ts'
export { findRoomIds, findRoomsNamed } from './room-ids.ts'
export { countRooms, createRoom, ensureRoom, getRoom, listRooms, type PlacedRoom, updateRoom } from './rooms.ts'
export { changeThings, createThings, lockThings, type ThingState, trashThings } from './things.ts'
export { countByRoom, countPalace, type RoomCount } from './taxonomy.ts'
export { deleteDrawer, deleteDrawers, deleteRoom, deleteWing, type Trashed } from './trash.ts'
export { getTrashed, listTrash, trashedBefore, type TrashedRow } from './trash-list.ts'
export { addressesOf, type Reversal, undoChanges } from './undo.ts'
export { type DrawerChanges, updateDrawer } from './update-drawer.ts'
export { countWings, createWing, getWing, listWings, type WingCounts, type WingRow } from './wings.ts'
export { updateWing } from './wings.ts'
