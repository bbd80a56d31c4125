//! The integration tests as one program: each program of its own would cost a run of all tests a second
//! of compiling and linking.

mod hash_distributed;
mod maze;
mod soundness;
