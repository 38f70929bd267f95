import { isNull } from 'drizzle-orm'
import { drawers, rooms, wings } from './hierarchy.ts'
import { loci } from './palaces.ts'

// the one place that hides the trash: whatever shows the palace reads these, never the tables

export const liveWings = loci
  .view('live_wings')
  .as((query) => query.select().from(wings).where(isNull(wings.deletedAt)))

export const liveRooms = loci
  .view('live_rooms')
  .as((query) => query.select().from(rooms).where(isNull(rooms.deletedAt)))

export const liveDrawers = loci
  .view('live_drawers')
  .as((query) => query.select().from(drawers).where(isNull(drawers.deletedAt)))
