/**
 * Tables in memory: row versions with commit numbers, ordered keys, transactions and locks.
 *
 * <p>A version is committed when its transaction's stamp holds a commit number. Readers choose
 * versions by number or wait for the writer; writers of one row exclude each other.
 */
@NullMarked
package io.strandline.lab.store;

import org.jspecify.annotations.NullMarked;
