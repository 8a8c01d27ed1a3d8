/** Where programs work that are not of the project: their working folder must not be a checkout, whose files could configure them. */
import { windowsFolder } from '../files/windows-folder.js';

export const NEUTRAL_FOLDER = process.platform === 'win32' ? windowsFolder() : '/';
