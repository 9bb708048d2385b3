import { IDBFactory } from 'fake-indexeddb';

/** A device's databases: one factory for all its tabs, its pace the world's. */
export const makeDisk = (): IDBFactory => new IDBFactory();
