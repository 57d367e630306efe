package dev.farrier.slurm;

/** The contract on recordings of Slurm 24.11. */
class Slurm2411NodeControllerTest extends SlurmNodeControllerContract {
    Slurm2411NodeControllerTest() {
        super("24.11", true);
    }
}
